import { errorTexts } from '#shared/errors.ts';
import { sharingTexts } from '#shared/sharingTexts.ts';
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
  invitationCreated: { title: 'Invitation created' },
  inviteeMissing: {
    title: 'Email required',
    description: 'Please enter an email address.',
    variant: 'destructive',
  },
  invitationFailed: {
    title: 'Invitation failed',
    description: 'Failed to send invitation',
    variant: 'destructive',
  },
  csvFailed: {
    title: 'Failed to download',
    description: 'Not all rows could be loaded. Please try again.',
    variant: 'destructive',
  },
  pricingUpdated: { title: 'Pricing updated' },
  pricingDeactivated: { title: 'Pricing deactivated' },
  pricingReasonMissing: {
    title: 'Reason required',
    description: 'Please provide a reason for the pricing change.',
    variant: 'destructive',
  },
  pricingFailed: {
    title: 'Update failed',
    description: 'The price could not be changed. Please try again.',
    variant: 'destructive',
  },
  creditsAdded: { title: 'Credits added' },
  creditsIncomplete: {
    title: 'Missing information',
    description: 'Please fill in all fields.',
    variant: 'destructive',
  },
  creditsInvalid: {
    title: 'Invalid amount',
    description: 'Please enter a valid positive amount.',
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
  limitSaved: { title: 'Limit saved' },
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
  profileSaved: { title: 'Profile updated' },
  profileFailed: {
    title: 'Error',
    description: 'Failed to update profile. Please try again.',
    variant: 'destructive',
  },
  photoSaved: { title: 'Photo updated' },
  wrongPhoto: {
    title: 'Invalid file type',
    description: 'Please select a JPEG, PNG, or WebP image.',
    variant: 'destructive',
  },
  photoTooLarge: {
    title: 'File too large',
    description: 'Please select an image smaller than 5MB.',
    variant: 'destructive',
  },
  photoFailed: {
    title: 'Error',
    description: 'Failed to upload photo. Please try again.',
    variant: 'destructive',
  },
  signedOutMeanwhile: {
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  },
  signedOutElsewhere: { title: 'Signed out everywhere else' },
  signOutFailed: {
    title: 'Error',
    description: 'The other browsers could not be signed out. Please try again.',
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
  projectTransferred: { title: 'Project transferred' },
  transferFailed: {
    title: 'Failed to hand over project',
    description: 'You still own it. Please try again.',
    variant: 'destructive',
  },
  inviteEmailRequired: {
    title: 'Email required',
    description: sharingTexts.emailRequired,
    variant: 'destructive',
  },
  inviteEmailInvalid: {
    title: 'Invalid email',
    description: sharingTexts.emailInvalid,
    variant: 'destructive',
  },
  invitationSent: { title: 'Invitation sent' },
  projectInvitationFailed: {
    title: 'Failed to send invitation',
    description: 'There was an error sending the invitation.',
    variant: 'destructive',
  },
  roleUpdated: { title: 'Role updated' },
  roleUpdateFailed: {
    title: 'Failed to update role',
    description: 'There was an error updating the role.',
    variant: 'destructive',
  },
  accessRemoved: { title: 'Access removed' },
  accessRemoveFailed: {
    title: 'Failed to remove access',
    description: 'There was an error removing access.',
    variant: 'destructive',
  },
  readingLinkCreated: { title: 'Link created' },
  readingLinkEnded: { title: 'Link revoked' },
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
  subscriptionFailed: {
    title: 'Subscription Error',
    description: 'Failed to create subscription',
    variant: 'destructive',
  },
  purchaseFailed: {
    title: 'Payment Error',
    description: 'Failed to create payment intent',
    variant: 'destructive',
  },
  /** The description is the provider's message. */
  paymentDeclined: {
    title: 'Payment Failed',
    description: 'The payment did not go through. Please try again.',
    variant: 'destructive',
  },
  paymentUnexpected: {
    title: 'Payment Error',
    description: 'An unexpected error occurred. Please try again.',
    variant: 'destructive',
  },
  /** The description is the result. */
  paymentSuccessful: { title: 'Payment successful' },
  paymentProcessing: { title: 'Your payment is being processed.' },
  paymentUnconfirmed: {
    title: 'Payment not confirmed yet',
    description: 'If you have paid, your purchase will appear within a few minutes.',
  },
  subscriptionCanceled: {
    title: 'Subscription Canceled',
    description: 'Your subscription will end at the current billing period.',
  },
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
  actAdded: { title: 'Act added' },
  actUpdated: { title: 'Act updated' },
  actDeleted: { title: 'Act deleted' },
  sequenceAdded: { title: 'Sequence added' },
  sequenceUpdated: { title: 'Sequence updated' },
  sequenceDeleted: { title: 'Sequence deleted' },
  beatAdded: { title: 'Beat added' },
  beatUpdated: { title: 'Beat updated' },
  beatDeleted: { title: 'Beat deleted' },
  /** The description is the new place (docs/spec/planning.md). */
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
  characterCreated: { title: 'Character created' },
  characterUpdated: { title: 'Character updated' },
  characterDeleted: { title: 'Character deleted' },
  characterOrderSaved: { title: 'Character order saved' },
  avatarGenerated: { title: 'Avatar generated' },
  /** The specification has no description here; the server's message replaces it. */
  creationFailed: { title: 'Creation failed', description: 'Please try again.', variant: 'destructive' },
  updateFailed: { title: 'Update failed', description: 'Please try again.', variant: 'destructive' },
  deletionFailed: { title: 'Deletion failed', description: 'Please try again.', variant: 'destructive' },
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
  voiceCreated: { title: 'Voice created and applied' },
  voiceDesignIncomplete: {
    title: 'Missing information',
    description: 'Please provide both a voice name and description.',
    variant: 'destructive',
  },
  /** The server's message replaces it. */
  voiceDesignFailed: {
    title: 'Voice design unavailable',
    description: 'Designing voices needs a higher-tier subscription with the voice provider.',
    variant: 'destructive',
  },
  /** Decision OQ-96. */
  voicePending: {
    title: 'Voice design unavailable',
    description: 'The voice is still being made. It will appear in the library when ready.',
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
  commentAdded: { title: 'Comment added' },
  commentResolved: { title: 'Comment resolved' },
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
  tensionAnalysed: { title: 'Tension analysis complete' },
  tensionFailed: {
    title: 'Analysis failed',
    description: 'Failed to analyze story tension. Please try again.',
    variant: 'destructive',
  },
} as const satisfies Record<string, ToastMessage>;
