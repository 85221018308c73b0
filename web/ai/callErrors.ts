import { ApiError, messageOf } from '#web/lib/api.ts';
import { type ToastMessage, toast } from '#web/lib/toast.ts';
import { isOutOfCredits, isOverLimit, showOutOfCredits, showOverLimit } from './outOfCredits.ts';

/**
 * Show why a call to a model failed. Errors that the writer can correct are shown in the server's
 * words: a missing name, AI switched off.
 */
export function showCallError(error: unknown, failed: ToastMessage): void {
  const status = error instanceof ApiError ? error.status : 0;
  const description = [400, 403].includes(status)
    ? messageOf(error, failed.description ?? '')
    : failed.description;
  if (isOutOfCredits(error)) showOutOfCredits();
  else if (isOverLimit(error)) showOverLimit(error);
  else toast({ ...failed, description });
}
