import { unavailable } from '#server/lib/errors.ts';
import { billingTexts } from '#shared/contract/billing.ts';
import type { Payments } from './payments.ts';

/**
 * Payments without a provider's keys in production: every purchase is rejected (decision OQ-46).
 */
export const noPayments: Payments = {
  mode: 'off',
  publishableKey: null,
  createCustomer: refuse,
  startSubscription: refuse,
  startPurchase: refuse,
  readPayment: refuse,
  readInvoice: refuse,
  readSubscription: refuse,
  cancel: refuse,
  eventIn: refuse,
  recordsSince: async function* none() {},
  test: null,
};

async function refuse(): Promise<never> {
  throw unavailable(billingTexts.notConfigured);
}
