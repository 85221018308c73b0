import type { EventSubject } from '#server/db/schema/payments.ts';
import type { PaymentState, PaymentsMode } from '#shared/contract/billing.ts';

/** Who pays. */
export interface Customer {
  userId: string;
  email: string;
  name: string | null;
}

/** Money that went, or is on its way, back to a card. */
export interface Refund {
  id: string;
  cents: number;
  isInForce: boolean;
  /** It failed or was called off, which does not change any more. */
  isFinal: boolean;
}

/** A payment as the provider has it now. */
export interface ProviderPayment {
  id: string;
  customerId: string | null;
  state: PaymentState;
  /** What it is for while it is not paid, what was received once it is. */
  cents: number;
  /** Who buys credits with it; null for the payment of an invoice. */
  buyerId: string | null;
  invoiceId: string | null;
  refunds: readonly Refund[];
}

/** A month of a subscription, as the provider has it now. */
export interface ProviderInvoice {
  id: string;
  customerId: string | null;
  subscriptionId: string | null;
  /** Begins or goes on with a subscription, which grants its credits; a change of one does not. */
  isForPeriod: boolean;
  /** The first of its subscription. */
  isFirst: boolean;
  isPaid: boolean;
  paidCents: number;
  dueCents: number;
  /** The page of the provider on which it can be paid. */
  payHref: string | null;
  payments: readonly ProviderPayment[];
}

export interface ProviderSubscription {
  id: string;
  customerId: string;
  /** The provider's word. */
  status: string;
  periodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  /** For the first payment; null once that is made. */
  clientSecret: string | null;
}

/** A signed event that came in. */
export interface PaymentEvent {
  id: string;
  type: string;
  subject: EventSubject;
}

/** All that the provider knows of a stretch of time, for the nightly comparison. */
export type ProviderRecord =
  | { type: 'payment'; payment: ProviderPayment }
  | { type: 'invoice'; invoice: ProviderInvoice };

/**
 * Who takes money: Stripe, or the built-in test mode. Reads give null for what the provider does not know. Every call
 * may throw HttpRefusal: upstream when the provider did not answer or refused, with its words only where they are for
 * the card's owner.
 */
export interface Payments {
  mode: PaymentsMode;
  /** For the provider's script in the browser; no secret. */
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
  /** Lets it end with its period. */
  cancel(subscriptionId: string): Promise<ProviderSubscription>;
  /** The event in a request's body; throws invalid when the signature is not the provider's, or is old. */
  eventIn(body: Buffer, signature: string | undefined): Promise<PaymentEvent>;
  /** Payments and invoices that were made since then. */
  recordsSince(since: Date): AsyncIterable<ProviderRecord>;
  /** Of the test mode alone: cards and the clock are its own. */
  test: TestPayments | null;
}

export interface TestPayments {
  /** What a card does with a payment; null: not a payment of theirs. Throws HttpRefusal where it is declined. */
  pay(order: {
    userId: string;
    clientSecret: string;
    card: string;
    authenticated: boolean;
  }): Promise<
    { paymentIntentId: string; state: PaymentState; subjects: EventSubject[] } | 'needs-step' | null
  >;
  /** Periods that are over by then begin anew or end; 'now' ends the running one of a subscription. */
  endPeriods(until: Date | { subscriptionId: string }): Promise<EventSubject[]>;
}
