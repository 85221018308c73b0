import { hrefOf } from '#web/lib/basePath.ts';

/** Stored for this tab only: an invitation belongs to one sign-in. */
const inviteKey = 'invite';

/** Store the token of an invitation for the sign-in that follows (decision OQ-13). */
export function storeInvite(token: string): void {
  try {
    sessionStorage.setItem(inviteKey, token);
  } catch {
    // storage is off: the link in the email opens this page again
  }
}

/** Remove the token of an accepted invitation. */
export function clearInvite(): void {
  try {
    sessionStorage.removeItem(inviteKey);
  } catch {
    // storage is off, so nothing was stored
  }
}

export function storedInvite(): string | null {
  try {
    return sessionStorage.getItem(inviteKey);
  } catch {
    return null; // storage is off
  }
}

/** Return the address of sign-in, with the invitation through which the visitor arrived. */
export function loginHrefFor(invite: string | null): string {
  return hrefOf(invite ? `/api/login?invite=${encodeURIComponent(invite)}` : '/api/login');
}
