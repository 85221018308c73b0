import type { ToastMessage } from '#web/lib/toast.ts';

/** Texts of this feature's toasts, to the letter (docs/spec/application.md, OQ-98). */
export const ideaToasts = {
  changesSaved: { title: 'Changes saved' },
  titleRequired: {
    title: 'Title required',
    description: 'Please enter a title before generating an image.',
    variant: 'destructive',
  },
  conceptImageFailed: {
    title: 'Error',
    description: 'Failed to generate concept image. Please try again.',
    variant: 'destructive',
  },
} as const satisfies Record<string, ToastMessage>;
