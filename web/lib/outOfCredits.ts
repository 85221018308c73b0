import { ApiError } from './api.ts';
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
