import type { ToastMessage } from '#web/lib/toast.ts';

/** Texts of this feature's toasts, to the letter (docs/spec/application.md, OQ-98). */
export const outlineToasts = {
  outlineItemAdded: { title: 'Outline item added' },
  outlineItemUpdated: { title: 'Outline item updated' },
  outlineItemDeleted: { title: 'Outline item deleted' },
  outlineReordered: { title: 'Outline reordered' },
  outlineItemAddFailed: {
    title: 'Error',
    description: 'Failed to add outline item. Please try again.',
    variant: 'destructive',
  },
  outlineItemUpdateFailed: {
    title: 'Error',
    description: 'Failed to update outline item. Please try again.',
    variant: 'destructive',
  },
  outlineItemDeleteFailed: {
    title: 'Error',
    description: 'Failed to delete outline item. Please try again.',
    variant: 'destructive',
  },
  outlineReorderFailed: {
    title: 'Error',
    description: 'Failed to reorder the outline. Please try again.',
    variant: 'destructive',
  },
} as const satisfies Record<string, ToastMessage>;
