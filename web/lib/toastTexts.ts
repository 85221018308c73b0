import { errorTexts } from '#shared/errors.ts';
import type { ToastMessage } from './toast.ts';

/**
 * Every toast of the product so far, to the letter of spec platform §8, spec workspace §8 and decision OQ-98.
 * Where the description is a fallback, the server's own words replace it.
 */
export const toastTexts = {
  projectCreated: { title: 'Project created' },
  projectDeleted: { title: 'Project deleted' },
  projectDeleteFailed: {
    title: 'Failed to delete project',
    description: 'The project is still there. Please try again.',
    variant: 'destructive',
  },
  scriptImported: { title: 'Script imported' },
  wrongFile: {
    title: 'Invalid file type',
    description: 'Please select an FDX file.',
    variant: 'destructive',
  },
  importFailed: { title: 'Import failed', description: 'Failed to import file', variant: 'destructive' },
  exportStarted: { title: 'Export started' },
  exportComplete: { title: 'Export complete' },
  exportFailed: {
    title: 'Export failed',
    description: 'Failed to export your script. Please try again.',
    variant: 'destructive',
  },
  /** Somebody else has changed the words that undo would have taken back. */
  undoRefused: {
    title: 'Not undone',
    description: 'Someone else has changed this since. Their words are kept.',
  },
  /** Told where the view that could have told it is gone. */
  saveFailed: {
    title: 'Error',
    description: 'Failed to save changes. Please try again.',
    variant: 'destructive',
  },
  changesSaved: { title: 'Changes saved' },
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
  titleRequired: {
    title: 'Title required',
    description: 'Please enter a title before generating an image.',
    variant: 'destructive',
  },
  /** Spec platform §8 shows no title. */
  conceptImageFailed: {
    title: 'Error',
    description: 'Failed to generate concept image. Please try again.',
    variant: 'destructive',
  },
} as const satisfies Record<string, ToastMessage>;
