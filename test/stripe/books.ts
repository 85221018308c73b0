import { invoiceJson, subscriptionJson } from './json.ts';
import {
  type DisputeObject,
  type Intent,
  type InvoiceObject,
  type RefundObject,
  StripeApiError,
  type StripeEvent,
  type SubscriptionObject,
} from './objects.ts';

const day = 86_400;
const incompleteSeconds = 23 * 3600;

/** Behaviour of Stripe's test cards: pays, declines, or asks for authentication. */
const cards: Record<string, 'pays' | 'declines' | 'asks'> = {
  pm_card_visa: 'pays',
  '4242424242424242': 'pays',
  '4000000000000002': 'declines',
  '4000000000009995': 'declines',
  '4000002500003155': 'asks',
};

/**
 * A Stripe account in memory, with its own clock. Each change creates the events that Stripe sends.
 * They can be delivered late, twice, in any order or never.
 */
export class StripeBooks {
  /** Seconds since 1970. */
  now = Math.floor(Date.now() / 1000);
  readonly customers = new Map<string, { id: string; object: 'customer'; email: string; created: number }>();
  readonly prices = new Map<string, { id: string; unit_amount: number; lookup_key: string }>();
  readonly intents = new Map<string, Intent>();
  readonly invoices = new Map<string, InvoiceObject>();
  readonly subscriptions = new Map<string, SubscriptionObject>();
  readonly refunds = new Map<string, RefundObject>();
  readonly disputes = new Map<string, DisputeObject>();
  readonly events: StripeEvent[] = [];
  /** Called immediately for each event. */
  onEvent: (event: StripeEvent) => void = () => undefined;
  readonly #check: (event: StripeEvent) => void;
  #made = 0;

  constructor(check: (event: StripeEvent) => void) {
    this.#check = check;
  }

  /** Remove all customers and payments. Prices remain. */
  clear(): void {
    const { customers, intents, invoices, subscriptions, refunds, disputes } = this;
    for (const map of [customers, intents, invoices, subscriptions, refunds, disputes]) map.clear();
    this.events.length = 0;
  }

  id(prefix: string): string {
    return `${prefix}_${String(++this.#made).padStart(14, '0')}`;
  }

  addCustomer(email: string) {
    const customer = { id: this.id('cus'), object: 'customer', email, created: this.now } as const;
    this.customers.set(customer.id, customer);
    return customer;
  }

  addIntent(amount: number, customer: string, metadata: Record<string, string>): Intent {
    const id = this.id('pi');
    const intent: Intent = {
      ...{ id, object: 'payment_intent', amount, amount_received: 0, currency: 'usd', customer, metadata },
      ...{ client_secret: `${id}_secret_${this.#made}`, status: 'requires_payment_method', livemode: false },
      ...{ created: this.now, last_payment_error: null, next_action: null, latest_charge: null },
    };
    this.intents.set(id, intent);
    return intent;
  }

  addSubscription(customer: string, metadata: Record<string, string>): SubscriptionObject {
    const id = this.id('sub');
    const subscription: SubscriptionObject = {
      ...{ id, customer, metadata, status: 'incomplete', cancel_at_period_end: false, card: 'pays' },
      ...{ canceled_at: null, ended_at: null, created: this.now, latest_invoice: '' },
      ...{ period_start: this.now, period_end: this.now + 30 * day },
    };
    this.subscriptions.set(id, subscription);
    this.#addInvoice(subscription, 'subscription_create');
    this.#emitSubscription('customer.subscription.created', subscription);
    return subscription;
  }

  #addInvoice(subscription: SubscriptionObject, reason: InvoiceObject['billing_reason']): InvoiceObject {
    const price = [...this.prices.values()][0]?.unit_amount ?? 2000;
    const id = this.id('in');
    const invoice: InvoiceObject = {
      ...{ id, object: 'invoice', customer: subscription.customer, billing_reason: reason, status: 'open' },
      ...{ amount_due: price, amount_paid: 0, amount_remaining: price, currency: 'usd', created: this.now },
      ...{ livemode: false, attempted: false, attempt_count: 0 },
      hosted_invoice_url: `https://invoice.stripe.com/i/${id}`,
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      // As with Stripe, the object has none of our metadata, which would identify the user.
      intent: this.addIntent(price, subscription.customer, {}).id,
    };
    this.invoices.set(id, invoice);
    subscription.latest_invoice = id;
    this.#emitInvoice('invoice.finalized', invoice);
    return invoice;
  }

  /**
   * Confirm a payment with a card, as the provider's form does. Throws Rejection if the card is
   * declined.
   */
  confirm(id: string, card: string, isAuthenticated = false): Intent {
    const intent = this.intent(id);
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw new StripeApiError(
        400,
        'invalid_request_error',
        'payment_intent_unexpected_state',
        `It is ${intent.status}.`,
      );
    const does = cards[card] ?? 'declines';
    if (does === 'declines') {
      this.#decline(intent);
      throw new StripeApiError(402, 'card_error', 'card_declined', 'Your card was declined.');
    }
    if (does === 'asks' && !isAuthenticated) {
      Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
      return intent;
    }
    this.#succeed(intent);
    return intent;
  }

  #decline(intent: Intent): void {
    const last_payment_error = {
      type: 'card_error',
      code: 'card_declined',
      message: 'Your card was declined.',
    };
    Object.assign(intent, { status: 'requires_payment_method', next_action: null, last_payment_error });
    this.#emit('payment_intent.payment_failed', intent);
    const invoice = this.#invoiceOf(intent.id);
    if (!invoice) return;
    Object.assign(invoice, { attempted: true, attempt_count: invoice.attempt_count + 1 });
    this.#emitInvoice('invoice.payment_failed', invoice);
  }

  #succeed(intent: Intent): void {
    Object.assign(intent, {
      ...{ status: 'succeeded', amount_received: intent.amount, latest_charge: `ch_${intent.id.slice(3)}` },
      ...{ last_payment_error: null, next_action: null },
    });
    this.#emit('payment_intent.succeeded', intent);
    const invoice = this.#invoiceOf(intent.id);
    if (!invoice) return;
    Object.assign(invoice, {
      ...{ status: 'paid', amount_paid: invoice.amount_due, amount_remaining: 0 },
      ...{ attempted: true, attempt_count: invoice.attempt_count + 1 },
    });
    this.#emitInvoice('invoice.paid', invoice);
    const subscription = this.subscription(invoice.parent.subscription_details.subscription);
    if (subscription.status === 'incomplete' || subscription.status === 'past_due') {
      subscription.status = 'active';
      this.#emitSubscription('customer.subscription.updated', subscription);
    }
  }

  /** Pay an invoice on the page that the mail of a failed renewal links to. */
  payInvoice(id: string): void {
    const intent = this.intent(this.invoice(id).intent);
    if (intent.status !== 'succeeded') this.#succeed(intent);
  }

  setEnding(id: string, isEnding: boolean): SubscriptionObject {
    const subscription = this.subscription(id);
    if (!['active', 'past_due', 'incomplete'].includes(subscription.status))
      throw new StripeApiError(
        400,
        'invalid_request_error',
        'resource_missing',
        `No such subscription: '${id}'`,
      );
    Object.assign(subscription, { cancel_at_period_end: isEnding, canceled_at: isEnding ? this.now : null });
    this.#emitSubscription('customer.subscription.updated', subscription);
    return subscription;
  }

  /** Advance the clock. Periods end and are renewed or fail, and unpaid subscriptions expire. */
  advance(days: number): void {
    const until = this.now + Math.round(days * day);
    for (;;) {
      const due = [...this.subscriptions.values()]
        .map((subscription) => ({ subscription, at: this.#dueAt(subscription) }))
        .filter(({ at }) => at <= until)
        .sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.now = Math.max(this.now, due.at);
      this.#come(due.subscription);
    }
    this.now = until;
  }

  #dueAt({ status, created, period_end }: SubscriptionObject): number {
    if (status === 'incomplete') return created + incompleteSeconds;
    return status === 'active' || status === 'past_due' ? period_end : Number.POSITIVE_INFINITY;
  }

  #come(subscription: SubscriptionObject): void {
    if (subscription.status === 'incomplete') {
      subscription.status = 'incomplete_expired';
      this.invoice(subscription.latest_invoice).status = 'void';
      this.intent(this.invoice(subscription.latest_invoice).intent).status = 'canceled';
      this.#emitSubscription('customer.subscription.updated', subscription);
      return;
    }
    if (subscription.cancel_at_period_end || subscription.status === 'past_due') {
      Object.assign(subscription, { status: 'canceled', ended_at: this.now });
      this.#emitSubscription('customer.subscription.deleted', subscription);
      return;
    }
    subscription.period_start = subscription.period_end;
    subscription.period_end += 30 * day;
    const invoice = this.#addInvoice(subscription, 'subscription_cycle');
    const intent = this.intent(invoice.intent);
    if (subscription.card === 'pays') this.#succeed(intent);
    else {
      subscription.status = 'past_due';
      this.#decline(intent);
    }
    this.#emitSubscription('customer.subscription.updated', subscription);
  }

  refund(intentId: string, amount: number): RefundObject {
    const intent = this.intent(intentId);
    const refund: RefundObject = {
      ...{ id: this.id('re'), object: 'refund', amount, currency: 'usd', payment_intent: intentId },
      ...{ status: 'succeeded', charge: intent.latest_charge ?? '', created: this.now },
    };
    this.refunds.set(refund.id, refund);
    this.#emit('refund.created', refund);
    this.#emitCharge('charge.refunded', intent);
    return refund;
  }

  /** Fail a refund: the bank returns the money. */
  failRefund(id: string): void {
    const refund = this.refunds.get(id);
    if (!refund) throw new Error(`no refund ${id}`);
    refund.status = 'failed';
    this.#emit('refund.failed', refund);
  }

  dispute(intentId: string, amount: number): DisputeObject {
    const { latest_charge: charge } = this.intent(intentId);
    const dispute: DisputeObject = {
      ...{ id: this.id('dp'), object: 'dispute', amount, payment_intent: intentId, charge: charge ?? '' },
      ...{ status: 'needs_response', currency: 'usd', created: this.now, reason: 'fraudulent' },
    };
    this.disputes.set(dispute.id, dispute);
    this.#emit('charge.dispute.created', dispute);
    return dispute;
  }

  closeDispute(id: string, status: 'won' | 'lost'): void {
    const dispute = this.disputes.get(id);
    if (!dispute) throw new Error(`no dispute ${id}`);
    dispute.status = status;
    this.#emit('charge.dispute.closed', dispute);
  }

  /** Return the cents of a payment that were refunded or disputed. */
  returnedOf(intentId: string): number {
    const refunded = [...this.refunds.values()].filter(
      ({ payment_intent, status }) => payment_intent === intentId && status !== 'failed',
    );
    const disputed = [...this.disputes.values()].filter(
      ({ payment_intent, status }) => payment_intent === intentId && status !== 'won',
    );
    return [...refunded, ...disputed].reduce((sum, { amount }) => sum + amount, 0);
  }

  intent = (id: string) => known(this.intents, id, 'payment_intent');
  invoice = (id: string) => known(this.invoices, id, 'invoice');
  subscription = (id: string) => known(this.subscriptions, id, 'subscription');

  #invoiceOf(intentId: string): InvoiceObject | undefined {
    return [...this.invoices.values()].find(({ intent }) => intent === intentId);
  }

  #emitInvoice(type: string, invoice: InvoiceObject): void {
    this.#emit(type, invoiceJson(this, invoice, []));
  }

  #emitSubscription(type: string, subscription: SubscriptionObject): void {
    this.#emit(type, subscriptionJson(this, subscription, []));
  }

  #emitCharge(type: string, { id, amount, latest_charge, created }: Intent): void {
    const amount_refunded = Math.min(amount, this.returnedOf(id));
    this.#emit(type, {
      ...{ id: latest_charge, object: 'charge', amount, amount_refunded, payment_intent: id },
      ...{ refunded: amount_refunded === amount, disputed: false, currency: 'usd', created },
    });
  }

  #emit(type: string, object: { object: string }): void {
    const event: StripeEvent = {
      ...{ id: this.id('evt'), object: 'event', api_version: '2026-10-28.endive', type, created: this.now },
      // The object's state at that moment.
      ...{ livemode: false, data: { object: structuredClone(object) } },
    };
    this.#check(event);
    this.events.push(event);
    this.onEvent(event);
  }
}

function known<T>(map: Map<string, T>, id: string, kind: string): T {
  const found = map.get(id);
  if (found) return found;
  throw new StripeApiError(404, 'invalid_request_error', 'resource_missing', `No such ${kind}: '${id}'`);
}
