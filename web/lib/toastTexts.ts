import { errorTexts } from '#shared/errors.ts';
import type { ToastMessage } from './toast.ts';

/**
 * Texts of all toasts, to the letter (docs/spec/application.md, decision OQ-98). A description that
 * is a fallback is replaced by the server's message.
 */
export const toastTexts = {
  windowNotLoaded: {
    title: 'Failed to open',
    description: 'The server could not be reached. Please try again.',
    variant: 'destructive',
  },
  logoutOffline: {
    title: 'You are offline',
    description: 'You can’t sign out while offline. Try again when you are connected.',
  },
  backOnline: { title: 'Back online' },
  copyNotKept: {
    title: 'Not available offline',
    description: 'Browser storage is full. Your script is safe on the server.',
  },
  nothingToPlay: {
    title: 'Nothing to play',
    description: 'Only dialogue and action with a sound effect can be played.',
  },
  nothingPlayed: {
    title: 'No line could be played',
    description: 'Check the sound output of this computer and your connection, then press Play again.',
    variant: 'destructive',
  },
  playbackBlocked: {
    title: 'Audio autoplay blocked',
    description: 'Please press Play again to hear it.',
    variant: 'destructive',
  },
  overLimit: {
    title: 'Monthly limit reached',
    description: 'This could go over a monthly limit.',
    variant: 'destructive',
  },
  limitFailed: {
    title: 'Error',
    description: 'The limit could not be saved. Please try again.',
    variant: 'destructive',
  },
  linkCopied: { title: 'Link copied' },
  linkCopyFailed: {
    title: 'Failed to copy link',
    description: 'Unable to copy link to clipboard.',
    variant: 'destructive',
  },
  projectCreated: { title: 'Project created' },
  projectCopied: { title: 'Project duplicated' },
  projectCopyFailed: {
    title: 'Failed to duplicate project',
    description: 'Nothing was changed. Please try again.',
    variant: 'destructive',
  },
  projectDeleted: { title: 'Project deleted' },
  projectDeleteFailed: {
    title: 'Failed to delete project',
    description: 'The project is still there. Please try again.',
    variant: 'destructive',
  },
  projectLeft: { title: 'Project left' },
  leaveFailed: {
    title: 'Failed to leave project',
    description: 'You are still a member. Please try again.',
    variant: 'destructive',
  },
  scriptImported: { title: 'Script imported' },
  wrongFile: {
    title: 'Invalid file type',
    description: 'Please select an FDX file.',
    variant: 'destructive',
  },
  importFailed: { title: 'Import failed', description: 'Failed to import file', variant: 'destructive' },
  savingFirst: { title: 'Saving…', description: 'Your latest words are saved first.' },
  /** Its description is replaced by the reason. */
  notSavedYet: { title: 'Your latest words are not saved yet', description: 'Please try again.' },
  exportStarted: { title: 'Export started' },
  exportComplete: { title: 'Export complete' },
  exportFailed: {
    title: 'Export failed',
    description: 'Failed to export your script. Please try again.',
    variant: 'destructive',
  },
  /** The active line was deleted in another tab, by this user or another. */
  lineDeleted: {
    title: 'Paragraph deleted',
    description: 'This paragraph was deleted elsewhere. Write in it to keep it.',
  },
  /** Someone else has changed the words that undo would revert. */
  undoRejected: {
    title: 'Not undone',
    description: 'Someone else has changed this since. Their words are kept.',
  },
  /** The text field lost the focus while the reader of pasted text was loaded. */
  pasteFieldLeft: {
    title: 'Paste failed',
    description: 'The line was closed before the text was read. Paste again.',
    variant: 'destructive',
  },
  pasteNotLoaded: {
    title: 'Paste failed',
    description: 'A part of the page could not be loaded. Check your connection. Paste again.',
    variant: 'destructive',
  },
  /** Shown if the view that failed to save is closed. */
  saveFailed: {
    title: 'Error',
    description: 'Failed to save changes. Please try again.',
    variant: 'destructive',
  },
  /** Decision OQ-69: the text is back in the input. */
  messageNotSent: {
    title: 'Message not sent',
    description: 'Please try again.',
    variant: 'destructive',
  },
  /** Decision OQ-41; shown with the action "Buy Credits". */
  outOfCredits: {
    title: 'Out of credits',
    description: errorTexts.outOfCredits,
    variant: 'destructive',
  },
  characterUpdated: { title: 'Character updated' },
  deletionFailed: { title: 'Deletion failed', description: 'Please try again.', variant: 'destructive' },
  updateFailed: { title: 'Update failed', description: 'Please try again.', variant: 'destructive' },
} as const satisfies Record<string, ToastMessage>;
