import type { ToastMessage } from '#web/lib/toast.ts';

/** Texts of this feature's toasts, to the letter (docs/spec/application.md, OQ-98). */
export const commentsToasts = {
  commentAdded: { title: 'Comment added' },
  commentResolved: { title: 'Comment resolved' },
} as const satisfies Record<string, ToastMessage>;
