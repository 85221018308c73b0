import { loginHrefFor, storedInvite } from '#web/invite/storedInvite.ts';

/** The way to the sign-in, with the invitation that brought the visitor here (docs/spec/sign-in.md, decision OQ-13). */
export function loginHref(): string {
  return loginHrefFor(storedInvite());
}
