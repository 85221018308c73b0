import type { EventSubject } from '#server/db/schema/payments.ts';
import type { PaymentState, PaymentsMode } from '#shared/contract/billing.ts';

/** Payer. */
export interface Customer {
  userId: string;
  email: string;
  name: string | null;
}

/** Refund of a payment. */
export interface Refund {
  id: string;
  cents: number;
  isInForce: boolean;
  /** Whether it failed or was cancelled for good. */
  isFinal: boolean;
}

/** Payment with its present state at the provider. */
export interface ProviderPayment {
  id: string;
  customerId: string | null;
  state: PaymentState;
  /** Amount due, and the received amount once it is paid. */
  cents: number;
  /** User who buys credits; null for the payment of an invoice. */
  buyerId: string | null;
  invoiceId: string | null;
  refunds: readonly Refund[];
}

/** Month of a subscription with its present state at the provider. */
export interface ProviderInvoice {
  id: string;
  customerId: string | null;
  subscriptionId: string | null;
  /** Whether it is for a period, which grants credits; a change of the subscription is not. */
  isForPeriod: boolean;
  /** Whether it is the first of its subscription. */
  isFirst: boolean;
  isPaid: boolean;
  paidCents: number;
  dueCents: number;
  /** The provider's page on which it can be paid. */
  payHref: string | null;
  payments: readonly ProviderPayment[];
}

export interface ProviderSubscription {
  id: string;
  customerId: string;
  /** State as the provider names it. */
  status: string;
  periodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  /** For the first payment; null once it is made. */
  clientSecret: string | null;
}

/** Signed event. */
export interface PaymentEvent {
  id: string;
  type: string;
  subject: EventSubject;
}

/** Records of the provider for the nightly comparison. */
export type ProviderRecord =
  | { type: 'payment'; payment: ProviderPayment }
  | { type: 'invoice'; invoice: ProviderInvoice };

/**
 * Payment provider: Stripe, or the built-in test mode. Reads return null for unknown ids. Every
 * call may throw HttpRefusal: upstream if the provider did not reply or rejected the call, with its
 * message only if that is for the card's owner.
 */
export interface Payments {
  mode: PaymentsMode;
  /** Public key for the provider's script in the browser. */
  publishableKey: string | null;
  createCustomer(customer: Customer): Promise<string>;
  /** Two calls with one key begin one subscription. */
  startSubscription(customer: Customer & { customerId: string }, key: string): Promise<ProviderSubscription>;
  startPurchase(
    customer: Customer & { customerId: string },
    usd: number,
  ): Promise<{ id: string; clientSecret: string }>;
  readPayment(id: string): Promise<ProviderPayment | null>;
  readInvoice(id: string): Promise<ProviderInvoice | null>;
  readSubscription(id: string): Promise<ProviderSubscription | null>;
  /** End a subscription with its period. */
  cancel(subscriptionId: string): Promise<ProviderSubscription>;
  /** Return the event in a body; throws invalid if the signature is wrong or old. */
  eventIn(body: Buffer, signature: string | undefined): Promise<PaymentEvent>;
  /** List payments and invoices made since a time. */
  recordsSince(since: Date): AsyncIterable<ProviderRecord>;
  /** Test mode only: cards and the clock. */
  test: TestPayments | null;
}

export interface TestPayments {
  /**
   * Pay with a test card; null if the payment is not the user's. Throws HttpRefusal if it is
   * declined.
   */
  pay(order: {
    userId: string;
    clientSecret: string;
    card: string;
    authenticated: boolean;
  }): Promise<
    { paymentIntentId: string; state: PaymentState; subjects: EventSubject[] } | 'needs-step' | null
  >;
  /** Renew or end periods that are over by then; 'now' ends the running one of a subscription. */
  endPeriods(until: Date | { subscriptionId: string }): Promise<EventSubject[]>;
}
