import { queryOptions, useQuery } from '@tanstack/react-query';
import type { getCurrentUser, User } from '#shared/contract/auth.ts';
import { type Address, call } from '#web/lib/api.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { readCopyOwner } from '#web/offlineCopy/copies.ts';
import { isUnreachable, withOfflineFallback } from '#web/offlineCopy/withOfflineFallback.ts';
import { isVisitor } from './visitor.ts';

/** Not the contract's object, whose schemas would delay a visitor's first page. */
const currentUser: Address<typeof getCurrentUser> = { method: 'GET', path: '/api/auth/user' };

export const currentUserQuery = queryOptions({
  queryKey: ['auth', 'user'],
  queryFn: ({ signal, client, queryKey }) =>
    isVisitor()
      ? null
      : withOfflineFallback(
          () => call<typeof getCurrentUser>(currentUser, undefined, { signal }),
          client.getQueryData(queryKey) !== undefined,
          readCopyOwner,
        ),
  retry: false,
  retryOnMount: false,
});

interface Auth {
  user: User | null;
  isLoading: boolean;
  /** Whether the server could not be reached, so the user is unknown. */
  isUnknown: boolean;
}

/**
 * Return the authentication state. A user is signed in if the user object is present
 * (docs/spec/application.md).
 */
export function useAuth(): Auth {
  const { data, isPending, error } = useQuery(currentUserQuery);
  return { user: data ?? null, isLoading: isPending, isUnknown: data === undefined && isUnreachable(error) };
}

export function useUser(): User | null {
  return useAuth().user;
}

/** Signing in and out are navigations of the whole page, never calls (docs/spec/application.md). */
export const loginAddress = hrefOf('/api/login');
export const logoutAddress = hrefOf('/api/logout');

/** Return the address of the sign-in page that leads back to `returnTo` (decision OQ-14). */
export function loginFor(returnTo: string): string {
  return `${loginAddress}?returnTo=${encodeURIComponent(returnTo)}`;
}
