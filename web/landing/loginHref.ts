import { loginHrefFor, storedInvite } from '#web/invite/storedInvite.ts';

/**
 * Return the address of sign-in, with the invitation through which the visitor arrived
 * (docs/spec/sign-in.md, decision OQ-13).
 */
export function loginHref(): string {
  return loginHrefFor(storedInvite());
}
