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
} as const satisfies Record<string, ToastMessage>;
