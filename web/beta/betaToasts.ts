import type { ToastMessage } from '#web/lib/toast.ts';

/** Texts of this feature's toasts, to the letter (docs/spec/application.md, OQ-98). */
export const betaToasts = {
  applicationSubmitted: { title: 'Application submitted!' },
  applicationFailed: {
    title: 'Submission failed',
    description: 'Failed to submit your application. Please try again.',
    variant: 'destructive',
  },
} as const satisfies Record<string, ToastMessage>;
