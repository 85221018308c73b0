import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  deleteAccount,
  endOtherSessions,
  getAccountDeletion,
  getCredits,
  listCreditHistory,
  listSessions,
  photoField,
  updateProfile,
  uploadPhoto,
} from '#shared/contract/account.ts';
import type { User } from '#shared/contract/auth.ts';
import { getOwnSpending, setOwnLimit } from '#shared/contract/spending.ts';
import type { CallInput } from '#shared/endpoint.ts';
import { call } from '#web/lib/api.ts';
import { upload } from '#web/lib/fileCalls.ts';
import { objectCache } from '#web/lib/objectCache.ts';
import { currentUserQuery } from '#web/session/auth.ts';

/** Number of credit history entries that the account shows (docs/spec/account.md). */
export const shownCreditEntries = 10;

// Spending and sessions change elsewhere: opening the account refetches them.

export const creditsQuery = queryOptions({
  queryKey: ['account', 'credits'],
  queryFn: ({ signal }) => call(getCredits, undefined, { signal }),
  refetchOnMount: 'always',
});

export const creditHistoryQuery = queryOptions({
  queryKey: ['account', 'credit-history'],
  queryFn: ({ signal }) => call(listCreditHistory, { query: { limit: shownCreditEntries } }, { signal }),
  refetchOnMount: 'always',
});

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(listSessions, undefined, { signal }),
  refetchOnMount: 'always',
});

export const accountDeletionQuery = queryOptions({
  queryKey: ['account', 'deletion'],
  queryFn: ({ signal }) => call(getAccountDeletion, undefined, { signal }),
  refetchOnMount: 'always',
});

export const ownSpendingQuery = queryOptions({
  queryKey: ['account', 'spending'],
  queryFn: ({ signal }) => call(getOwnSpending, undefined, { signal }),
  refetchOnMount: 'always',
});

export function useSetOwnLimit() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { limit: number | null }) => call(setOwnLimit, { body }),
    onSuccess: (spending) => objectCache(queries, ownSpendingQuery).set(spending),
  });
}

/** Return a function that stores the server's answer as the current user in the query cache. */
function useShowUser() {
  const queries = useQueryClient();
  return (user: User) => objectCache(queries, currentUserQuery).set(user);
}

export function useUpdateProfile() {
  const showUser = useShowUser();
  return useMutation({
    mutationFn: (body: CallInput<typeof updateProfile>['body']) => call(updateProfile, { body }),
    onSuccess: showUser,
  });
}

export function useUploadPhoto() {
  const showUser = useShowUser();
  return useMutation({
    mutationFn: (file: File) => upload(uploadPhoto, file, photoField),
    onSuccess: showUser,
  });
}

export function useEndOtherSessions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: () =>
      objectCache(queries, sessionsQuery).change((list) => list.filter(({ isCurrent }) => isCurrent)),
  });
}

export function useDeleteAccount() {
  return useMutation({
    mutationFn: (body: CallInput<typeof deleteAccount>['body']) => call(deleteAccount, { body }),
  });
}
