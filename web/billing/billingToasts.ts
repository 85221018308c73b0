import type { ToastMessage } from '#web/lib/toast.ts';

/** Texts of this feature's toasts, to the letter (docs/spec/application.md, OQ-98). */
export const billingToasts = {
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
  paymentUnexpected: {
    title: 'Payment Error',
    description: 'An unexpected error occurred. Please try again.',
    variant: 'destructive',
  },
  paymentUnconfirmed: {
    title: 'Payment not confirmed yet',
    description: 'If you have paid, your purchase will appear within a few minutes.',
  },
  subscriptionCanceled: {
    title: 'Subscription Canceled',
    description: 'Your subscription will end at the current billing period.',
  },
} as const satisfies Record<string, ToastMessage>;
