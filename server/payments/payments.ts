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
  /** True: the refund failed or was cancelled, and will not change any more. */
  isFinal: boolean;
}

/** Payment with its current state at the provider. */
export interface ProviderPayment {
  id: string;
  customerId: string | null;
  state: PaymentState;
  /** Amount due, or the received amount once it is paid. */
  cents: number;
  /** User who buys credits. Null: the payment belongs to an invoice. */
  buyerId: string | null;
  invoiceId: string | null;
  refunds: readonly Refund[];
}

/** Invoice of a subscription with its current state at the provider. */
export interface ProviderInvoice {
  id: string;
  customerId: string | null;
  subscriptionId: string | null;
  /** True: for a period, which grants credits. False: for a change of the subscription. */
  isForPeriod: boolean;
  /** True: the first of its subscription. */
  isFirst: boolean;
  isPaid: boolean;
  paidCents: number;
  dueCents: number;
  /** The provider's page for paying it. */
  payHref: string | null;
  payments: readonly ProviderPayment[];
}

export interface ProviderSubscription {
  id: string;
  customerId: string;
  /** Status as named by the provider. */
  status: string;
  periodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  /** Secret for the first payment. Null: it was made. */
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
 * call may throw `upstream` when the provider did not answer or rejected it. The error contains the
 * provider's message only if that is meant for the owner of the card.
 */
export interface Payments {
  mode: PaymentsMode;
  /** Public key for the provider's browser script. */
  publishableKey: string | null;
  createCustomer(customer: Customer): Promise<string>;
  /** Two calls with the same key start one subscription. */
  startSubscription(customer: Customer & { customerId: string }, key: string): Promise<ProviderSubscription>;
  startPurchase(
    customer: Customer & { customerId: string },
    usd: number,
  ): Promise<{ id: string; clientSecret: string }>;
  readPayment(id: string): Promise<ProviderPayment | null>;
  readInvoice(id: string): Promise<ProviderInvoice | null>;
  readSubscription(id: string): Promise<ProviderSubscription | null>;
  /** End a subscription at the end of its period. */
  cancel(subscriptionId: string): Promise<ProviderSubscription>;
  /** Return the event in a request body. Throws invalid if the signature is wrong or old. */
  eventIn(body: Buffer, signature: string | undefined): Promise<PaymentEvent>;
  /** Yield payments and invoices created since a time. */
  recordsSince(since: Date): AsyncIterable<ProviderRecord>;
  /** Test cards and clock. Null outside of the test mode. */
  test: TestPayments | null;
}

export interface TestPayments {
  /**
   * Pay with a test card. Returns null if the payment belongs to another user. Throws TestDecline
   * when the card is declined.
   */
  pay(order: {
    userId: string;
    clientSecret: string;
    card: string;
    authenticated: boolean;
  }): Promise<
    { paymentIntentId: string; state: PaymentState; subjects: EventSubject[] } | 'needs-step' | null
  >;
  /**
   * Renew or end the periods that have ended by a time, or the current period of one subscription.
   */
  endPeriods(until: Date | { subscriptionId: string }): Promise<EventSubject[]>;
}
