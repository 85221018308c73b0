import type { ToastMessage } from '#web/lib/toast.ts';

/** Texts of this feature's toasts, to the letter (docs/spec/application.md, OQ-98). */
export const planningToasts = {
  actAdded: { title: 'Act added' },
  actUpdated: { title: 'Act updated' },
  actDeleted: { title: 'Act deleted' },
  sequenceAdded: { title: 'Sequence added' },
  sequenceUpdated: { title: 'Sequence updated' },
  sequenceDeleted: { title: 'Sequence deleted' },
  beatAdded: { title: 'Beat added' },
  beatUpdated: { title: 'Beat updated' },
  beatDeleted: { title: 'Beat deleted' },
  beatMoved: { title: 'Beat moved' },
  actAddFailed: {
    title: 'Error',
    description: 'Failed to add act. Please try again.',
    variant: 'destructive',
  },
  actUpdateFailed: {
    title: 'Error',
    description: 'Failed to update act. Please try again.',
    variant: 'destructive',
  },
  restoreFailed: {
    title: 'Restore failed',
    description: 'It is still deleted. Please try again.',
    variant: 'destructive',
  },
  actDeleteFailed: {
    title: 'Error',
    description: 'Failed to delete act. Please try again.',
    variant: 'destructive',
  },
  sequenceAddFailed: {
    title: 'Error',
    description: 'Failed to add sequence. Please try again.',
    variant: 'destructive',
  },
  sequenceUpdateFailed: {
    title: 'Error',
    description: 'Failed to update sequence. Please try again.',
    variant: 'destructive',
  },
  sequenceDeleteFailed: {
    title: 'Error',
    description: 'Failed to delete sequence. Please try again.',
    variant: 'destructive',
  },
  beatAddFailed: {
    title: 'Error',
    description: 'Failed to add beat. Please try again.',
    variant: 'destructive',
  },
  beatUpdateFailed: {
    title: 'Error',
    description: 'Failed to update beat. Please try again.',
    variant: 'destructive',
  },
  beatDeleteFailed: {
    title: 'Error',
    description: 'Failed to delete beat. Please try again.',
    variant: 'destructive',
  },
  beatMoveFailed: {
    title: 'Error',
    description: 'Failed to move beat. Please try again.',
    variant: 'destructive',
  },
  tensionAnalysed: { title: 'Tension analysis complete' },
  tensionFailed: {
    title: 'Analysis failed',
    description: 'Failed to analyze story tension. Please try again.',
    variant: 'destructive',
  },
} as const satisfies Record<string, ToastMessage>;
