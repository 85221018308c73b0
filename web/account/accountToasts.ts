import type { ToastMessage } from '#web/lib/toast.ts';

/** Texts of this feature's toasts, to the letter (docs/spec/application.md, OQ-98). */
export const accountToasts = {
  limitSaved: { title: 'Limit saved' },
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
} as const satisfies Record<string, ToastMessage>;
