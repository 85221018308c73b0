import type { ToastMessage } from '#web/lib/toast.ts';

/** Texts of this feature's toasts, to the letter (docs/spec/application.md, OQ-98). */
export const adminToasts = {
  invitationCreated: { title: 'Invitation created' },
  inviteeMissing: {
    title: 'Email required',
    description: 'Please enter an email address.',
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
  backupFailed: {
    title: 'No backup was started',
    description: 'The server could not be reached. Please try again.',
    variant: 'destructive',
  },
  restoreFailed: {
    title: 'Nothing was restored',
    description: 'The server could not be reached. Please try again.',
    variant: 'destructive',
  },
  userSignedOut: { title: 'User signed out' },
  signOutFailed: {
    title: 'Nobody was signed out',
    description: 'The server could not be reached. Please try again.',
    variant: 'destructive',
  },
  creditsFailed: {
    title: 'Failed to add credits',
    description: 'Nothing was changed. Please try again.',
    variant: 'destructive',
  },
} as const satisfies Record<string, ToastMessage>;
