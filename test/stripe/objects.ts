/**
 * The fields of Stripe's objects that the fake stores, with Stripe's names. Times are in seconds,
 * amounts in cents.
 */
export interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  client_secret: string;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  metadata: Record<string, string>;
  created: number;
  livemode: false;
  last_payment_error: { type: 'card_error'; code: string; message: string } | null;
  next_action: { type: string } | null;
  latest_charge: string | null;
}

export interface InvoiceObject {
  id: string;
  object: 'invoice';
  customer: string;
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  status: 'open' | 'paid' | 'void';
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  currency: string;
  created: number;
  livemode: false;
  attempted: boolean;
  attempt_count: number;
  hosted_invoice_url: string;
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } };
  /** Its payment intent. Stripe returns it in a list of payments. */
  intent: string;
}

export interface SubscriptionObject {
  id: string;
  customer: string;
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled';
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  created: number;
  metadata: Record<string, string>;
  period_start: number;
  period_end: number;
  latest_invoice: string;
  /** Result of a renewal with the stored card. */
  card: 'pays' | 'declines';
}

export interface RefundObject {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  payment_intent: string;
  status: 'succeeded' | 'pending' | 'failed';
  charge: string;
  created: number;
}

export interface DisputeObject {
  id: string;
  object: 'dispute';
  amount: number;
  payment_intent: string;
  charge: string;
  status: 'needs_response' | 'won' | 'lost';
  currency: string;
  created: number;
  reason: string;
}

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  type: string;
  created: number;
  livemode: false;
  data: { object: { object: string } };
}

/** An error of Stripe. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly body: { error: { type: string; code?: string; message: string } };
  constructor(status: number, type: string, code: string | undefined, message: string) {
    super(message);
    this.status = status;
    this.body = { error: { type, ...(code !== undefined && { code }), message } };
  }
}
