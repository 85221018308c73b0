import { sharingTexts } from '#shared/sharingTexts.ts';
import type { ToastMessage } from '#web/lib/toast.ts';

/** Texts of this feature's toasts, to the letter (docs/spec/application.md, OQ-98). */
export const sharingToasts = {
  projectTransferred: { title: 'Project transferred' },
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
  roleUpdated: { title: 'Role updated' },
  accessRemoved: { title: 'Access removed' },
  readingLinkCreated: { title: 'Link created' },
  readingLinkEnded: { title: 'Link revoked' },
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
} as const satisfies Record<string, ToastMessage>;
