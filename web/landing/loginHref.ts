/** Where an invitation page leaves its token for the sign-in that follows (spec platform §2, decision OQ-13). */
const inviteKey = 'invite';

/** The way to the sign-in, with the invitation that brought the visitor here. */
export function loginHref(): string {
  const invite = storedInvite();
  return invite ? `/api/login?invite=${encodeURIComponent(invite)}` : '/api/login';
}

function storedInvite(): string | null {
  try {
    return sessionStorage.getItem(inviteKey);
  } catch {
    return null; // storage is off
  }
}
