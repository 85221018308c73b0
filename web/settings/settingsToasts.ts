import type { ToastMessage } from '#web/lib/toast.ts';

/** Texts of this feature's toasts, to the letter (docs/spec/application.md, OQ-98). */
export const settingsToasts = {
  settingsSaved: { title: 'Settings saved' },
  settingsFailed: {
    title: 'Failed to save settings',
    description: 'Unable to update prompt templates. Please try again.',
    variant: 'destructive',
  },
  sceneTemplateFailed: {
    title: 'Failed to generate template',
    description: 'Unable to analyze script and generate template. Please try again.',
    variant: 'destructive',
  },
  characterTemplateFailed: {
    title: 'Failed to generate template',
    description: 'Unable to analyze script and generate character template. Please try again.',
    variant: 'destructive',
  },
} as const satisfies Record<string, ToastMessage>;
