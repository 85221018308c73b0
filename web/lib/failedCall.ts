import { ApiError, messageOf } from './api.ts';
import { isOutOfCredits, isOverLimit, tellOutOfCredits, tellOverLimit } from './outOfCredits.ts';
import { type ToastMessage, toast } from './toast.ts';

/**
 * Tells why a call to a model came to nothing. What the writer can put right is said in the server's words: a name
 * that is missing, AI switched off.
 */
export function tellFailedCall(error: unknown, failed: ToastMessage): void {
  const status = error instanceof ApiError ? error.status : 0;
  const description = [400, 403].includes(status)
    ? messageOf(error, failed.description ?? '')
    : failed.description;
  if (isOutOfCredits(error)) tellOutOfCredits();
  else if (isOverLimit(error)) tellOverLimit(error);
  else toast({ ...failed, description });
}
