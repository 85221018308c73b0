import { loginHrefFor, storedInvite } from '#web/lib/storedInvite.ts';

/** The way to the sign-in, with the invitation that brought the visitor here (spec platform §2, decision OQ-13). */
export function loginHref(): string {
  return loginHrefFor(storedInvite());
}
