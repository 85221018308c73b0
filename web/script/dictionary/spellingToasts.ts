import type { ToastMessage } from '#web/lib/toast.ts';

export const spellingToasts = {
  wordAdded: { title: 'Word added' },
  wordNotAdded: {
    title: 'Word not added',
    description: 'The dictionary could not be changed. Please try again.',
    variant: 'destructive',
  },
  wordNotRemoved: {
    title: 'Word not removed',
    description: 'The dictionary could not be changed. Please try again.',
    variant: 'destructive',
  },
  noMisspellings: { title: 'No misspelled words' },
} as const satisfies Record<string, ToastMessage>;
