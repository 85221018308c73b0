import { accountToasts } from '#web/account/accountToasts.ts';
import { ApiError } from '#web/lib/api.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { type ToastMessage, toast } from '#web/lib/toast.ts';
import { loginFor } from '#web/session/auth.ts';

/** Delay before a signed-out user is redirected to sign-in (docs/spec/account.md). */
export const loginDelayMs = 500;

/** Address to which sign-in returns. */
export const accountPath = '/account';

/** Show the failure, or redirect a signed-out user to sign-in. */
export function showAccountCallError(error: unknown, failed: ToastMessage): void {
  if (!(error instanceof ApiError) || error.status !== 401) return void toast(failed);
  toast(accountToasts.signedOutMeanwhile);
  setTimeout(() => pageNavigation.leaveTo(loginFor(accountPath)), loginDelayMs);
}
