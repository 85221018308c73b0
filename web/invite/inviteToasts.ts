import type { ToastMessage } from '#web/lib/toast.ts';

/** Texts of this feature's toasts, to the letter (docs/spec/application.md, OQ-98). */
export const inviteToasts = {
  signInToAccept: { title: 'Please sign in' },
  acceptFailed: {
    title: 'Failed to accept invitation',
    description: 'Please try again.',
    variant: 'destructive',
  },
} as const satisfies Record<string, ToastMessage>;
