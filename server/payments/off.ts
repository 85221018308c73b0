import { unavailable } from '#server/lib/errors.ts';
import { billingTexts } from '#shared/contract/billing.ts';
import type { Payments } from './payments.ts';

/**
 * Payments without a provider's keys in production: every purchase is rejected (decision OQ-46).
 */
export const noPayments: Payments = {
  mode: 'off',
  publishableKey: null,
  createCustomer: reject,
  startSubscription: reject,
  startPurchase: reject,
  readPayment: reject,
  readInvoice: reject,
  readSubscription: reject,
  cancel: reject,
  eventIn: reject,
  recordsSince: async function* none() {},
  test: null,
};

async function reject(): Promise<never> {
  throw unavailable(billingTexts.notConfigured);
}
