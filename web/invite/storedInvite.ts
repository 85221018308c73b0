/** Stored for this tab only: an invitation belongs to one sign-in. */
const inviteKey = 'invite';

/** Keeps the token of an invitation for the sign-in that follows (decision OQ-13). */
export function storeInvite(token: string): void {
  try {
    sessionStorage.setItem(inviteKey, token);
  } catch {
    // storage is off: the mail's link leads back here
  }
}

/** The invitation was taken. */
export function clearInvite(): void {
  try {
    sessionStorage.removeItem(inviteKey);
  } catch {
    // storage is off, so nothing was kept
  }
}

export function storedInvite(): string | null {
  try {
    return sessionStorage.getItem(inviteKey);
  } catch {
    return null; // storage is off
  }
}

/** The way to the sign-in, with the invitation that brought the visitor here. */
export function loginHrefFor(invite: string | null): string {
  return invite ? `/api/login?invite=${encodeURIComponent(invite)}` : '/api/login';
}
