import type { ToastMessage } from '#web/lib/toast.ts';

/** Texts of this feature's toasts, to the letter (docs/spec/application.md, OQ-98). */
export const charactersToasts = {
  characterCreated: { title: 'Character created' },
  characterDeleted: { title: 'Character deleted' },
  characterOrderSaved: { title: 'Character order saved' },
  avatarGenerated: { title: 'Avatar generated' },
  creationFailed: { title: 'Creation failed', description: 'Please try again.', variant: 'destructive' },
  avatarFailed: {
    title: 'Avatar generation failed',
    description: 'Could not generate character avatar. Please try again.',
    variant: 'destructive',
  },
  characterReorderFailed: {
    title: 'Reorder failed',
    description: 'Could not save the new character order.',
    variant: 'destructive',
  },
  styleFailed: {
    title: 'Generation Failed',
    description: 'Could not generate style description.',
    variant: 'destructive',
  },
  styleUnreachable: {
    title: 'Generation Failed',
    description: 'Could not connect to generate style description.',
    variant: 'destructive',
  },
} as const satisfies Record<string, ToastMessage>;
