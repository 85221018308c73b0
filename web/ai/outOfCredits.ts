import type { ErrorCode } from '#shared/errors.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';

export function isOutOfCredits(error: unknown): boolean {
  return error instanceof ApiError && error.status === 402;
}

/** Show a toast that credits are missing (decision OQ-41). */
export function showOutOfCredits(): void {
  const action = { label: 'Buy Credits', onClick: () => pageNavigation.leaveTo(hrefOf('/buy-credits')) };
  toast({ ...toastTexts.outOfCredits, action });
}

/** Return whether the price exceeds a monthly limit (docs/decisions/0034). */
export function isOverLimit(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    typeof error.body === 'object' &&
    error.body !== null &&
    'code' in error.body &&
    error.body.code === ('over_limit' satisfies ErrorCode)
  );
}

/** Show the server's message about a spending limit in a toast. */
export function showOverLimit(error: unknown): void {
  const { overLimit } = toastTexts;
  toast({ ...overLimit, description: messageOf(error, overLimit.description) });
}
