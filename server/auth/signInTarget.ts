import { isOwnPath } from './accounts.ts';

/** Raw query. A parameter that occurs twice is a list. */
export interface LoginQuery {
  invite?: unknown;
  returnTo?: unknown;
  token?: unknown;
}

export interface SignInTarget {
  invite: string | null;
  returnTo: string | null;
}

/** Return the target of a sign-in; null for an invalid query. */
export function parseSignInTarget({ invite = null, returnTo = null }: LoginQuery): SignInTarget | null {
  const isInvite = invite === null || (typeof invite === 'string' && /^[\w-]{0,128}$/.test(invite));
  const isPath = returnTo === null || (typeof returnTo === 'string' && isOwnPath(returnTo));
  return isInvite && isPath ? { invite, returnTo } : null;
}
