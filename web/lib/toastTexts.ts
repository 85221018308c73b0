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
  playbackBlocked: {
    title: 'Audio autoplay blocked',
    description: 'Please press Play again to hear it.',
    variant: 'destructive',
  },
  applicationSubmitted: { title: 'Application submitted!' },
  applicationFailed: {
    title: 'Submission failed',
    description: 'Failed to submit your application. Please try again.',
    variant: 'destructive',
  },
  applicationApproved: { title: 'Application approved' },
  approvalFailed: {
    title: 'Approval failed',
    description: 'The application could not be approved. Please try again.',
    variant: 'destructive',
  },
  applicationRejected: { title: 'Application rejected' },
  rejectionFailed: {
    title: 'Rejection failed',
    description: 'The application could not be rejected. Please try again.',
    variant: 'destructive',
  },
  invitationFailed: {
    title: 'Invitation failed',
    description: 'Failed to send invitation',
    variant: 'destructive',
  },
  pricingFailed: {
    title: 'Update failed',
    description: 'The price could not be changed. Please try again.',
    variant: 'destructive',
  },
  creditsFailed: {
    title: 'Failed to add credits',
    description: 'Nothing was changed. Please try again.',
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
  transferFailed: {
    title: 'Failed to hand over project',
    description: 'You still own it. Please try again.',
    variant: 'destructive',
  },
  projectInvitationFailed: {
    title: 'Failed to send invitation',
    description: 'There was an error sending the invitation.',
    variant: 'destructive',
  },
  roleUpdateFailed: {
    title: 'Failed to update role',
    description: 'There was an error updating the role.',
    variant: 'destructive',
  },
  accessRemoveFailed: {
    title: 'Failed to remove access',
    description: 'There was an error removing access.',
    variant: 'destructive',
  },
  readingLinkFailed: {
    title: 'Failed to change the link',
    description: 'Nothing was changed. Please try again.',
    variant: 'destructive',
  },
  signInToAccept: { title: 'Please sign in' },
  /** The description is the server's message. */
  acceptFailed: {
    title: 'Failed to accept invitation',
    description: 'Please try again.',
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
  /** The description is the reason. */
  notSavedYet: { title: 'Your latest words are not saved yet', description: 'Please try again.' },
  exportStarted: { title: 'Export started' },
  exportComplete: { title: 'Export complete' },
  exportFailed: {
    title: 'Export failed',
    description: 'Failed to export your script. Please try again.',
    variant: 'destructive',
  },
  /** Someone else has changed the words that undo would revert. */
  undoRefused: {
    title: 'Not undone',
    description: 'Someone else has changed this since. Their words are kept.',
  },
  /** Shown if the view that would show it is closed. */
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
  /** The description is the provider's message. */
  paymentDeclined: {
    title: 'Payment Failed',
    description: 'The payment did not go through. Please try again.',
    variant: 'destructive',
  },
  /** The description is the result. */
  paymentSuccessful: { title: 'Payment successful' },
  paymentProcessing: { title: 'Your payment is being processed.' },
  cancelFailed: { title: 'Error', description: 'Failed to cancel subscription', variant: 'destructive' },
  titleRequired: {
    title: 'Title required',
    description: 'Please enter a title before generating an image.',
    variant: 'destructive',
  },
  /** The specification has no title here. */
  conceptImageFailed: {
    title: 'Error',
    description: 'Failed to generate concept image. Please try again.',
    variant: 'destructive',
  },
  characterUpdated: { title: 'Character updated' },
  deletionFailed: { title: 'Deletion failed', description: 'Please try again.', variant: 'destructive' },
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
  /** The server's message replaces it. */
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
  commentAdded: { title: 'Comment added' },
  commentResolved: { title: 'Comment resolved' },
  updateFailed: { title: 'Update failed', description: 'Please try again.', variant: 'destructive' },
} as const satisfies Record<string, ToastMessage>;
