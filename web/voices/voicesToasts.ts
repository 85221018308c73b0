import type { ToastMessage } from '#web/lib/toast.ts';

/** Texts of this feature's toasts, to the letter (docs/spec/application.md, OQ-98). */
export const voicesToasts = {
  voiceCreated: { title: 'Voice created and applied' },
  voiceDesignIncomplete: {
    title: 'Missing information',
    description: 'Please provide both a voice name and description.',
    variant: 'destructive',
  },
  voicePending: {
    title: 'Voice design unavailable',
    description: 'The voice is still being made. It will appear in the library when ready.',
    variant: 'destructive',
  },
  previewFailed: {
    title: 'Preview failed',
    description: 'Unable to play voice preview. Please try again.',
    variant: 'destructive',
  },
  previewUnavailable: {
    title: 'Preview unavailable',
    description: 'Unable to play voice preview',
    variant: 'destructive',
  },
  voicePlaybackError: { title: 'Audio playback error', variant: 'destructive' },
  voiceBlocked: {
    title: 'Audio autoplay blocked',
    description: 'Please click the sound icon again to play the voice.',
    variant: 'destructive',
  },
  voicePlaybackFailed: { title: 'Voice playback failed', variant: 'destructive' },
  voicesAssigned: { title: 'Voices assigned' },
  voiceDesignFailed: {
    title: 'Voice design unavailable',
    description: 'Designing voices needs a higher-tier subscription with the voice provider.',
    variant: 'destructive',
  },
  voiceDescriptionFailed: {
    title: 'Generation Failed',
    description: 'Could not generate voice description.',
    variant: 'destructive',
  },
  voiceDescriptionUnreachable: {
    title: 'Generation Failed',
    description: 'Could not connect to generate voice description.',
    variant: 'destructive',
  },
} as const satisfies Record<string, ToastMessage>;
