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
  paymentDeclined: {
    title: 'Payment Failed',
    description: 'The payment did not go through. Please try again.',
    variant: 'destructive',
  },
  paymentSuccessful: { title: 'Payment successful' },
  paymentProcessing: { title: 'Your payment is being processed.' },
  cancelFailed: { title: 'Error', description: 'Failed to cancel subscription', variant: 'destructive' },
} as const satisfies Record<string, ToastMessage>;
