import type { ErrorCode } from '#shared/errors.ts';
import { ApiError, messageOf } from './api.ts';
import { browserPage } from './leave.ts';
import { toast } from './toast.ts';
import { toastTexts } from './toastTexts.ts';

export function isOutOfCredits(error: unknown): boolean {
  return error instanceof ApiError && error.status === 402;
}

/** Wherever it happens, the user must know (decision OQ-41). */
export function tellOutOfCredits(): void {
  const action = { label: 'Buy Credits', onClick: () => browserPage.leaveTo('/buy-credits') };
  toast({ ...toastTexts.outOfCredits, action });
}

/** What it would cost goes over a limit of the month (docs/decisions/0034). */
export function isOverLimit(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    typeof error.body === 'object' &&
    error.body !== null &&
    'code' in error.body &&
    error.body.code === ('over_limit' satisfies ErrorCode)
  );
}

/** In the server's words, which say what to do. */
export function tellOverLimit(error: unknown): void {
  const { overLimit } = toastTexts;
  toast({ ...overLimit, description: messageOf(error, overLimit.description) });
}
