import { ApiError, messageOf } from '#web/lib/api.ts';
import { type ToastMessage, toast } from '#web/lib/toast.ts';
import { isOutOfCredits, isOverLimit, showOutOfCredits, showOverLimit } from './outOfCredits.ts';

/**
 * Tells why a call to a model came to nothing. What the writer can put right is said in the server's words: a name
 * that is missing, AI switched off.
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
