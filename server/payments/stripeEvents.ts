import type Stripe from 'stripe';
import type { DisputeOutcome, EventSubject } from '#server/db/schema/payments.ts';
import { idOf } from './stripeShapes.ts';

/** Event types for the registration of the webhook (docs/operating.md). */
export const stripeEventTypes = [
  ...['invoice.paid', 'invoice.payment_failed', 'invoice.payment_action_required', 'invoice.voided'],
  ...['customer.subscription.created', 'customer.subscription.updated', 'customer.subscription.deleted'],
  ...['customer.subscription.paused', 'customer.subscription.resumed', 'customer.deleted'],
  ...['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled'],
  ...['payment_intent.processing', 'charge.refunded', 'refund.created', 'refund.updated', 'refund.failed'],
  ...['charge.dispute.created', 'charge.dispute.closed'],
] as const;

const nothing: EventSubject = { type: 'none' };

/**
 * Return the subject of an event. The object in the event may be outdated, so only ids are used,
 * and data that no call returns.
 */
export function subjectOf(event: Stripe.Event): EventSubject {
  const { type } = event;
  const { object } = event.data;
  if (object.object === 'payment_intent') return { type: 'payment', paymentIntentId: object.id };
  if (object.object === 'invoice' && object.id) {
    const hasFailed = type === 'invoice.payment_failed' || type === 'invoice.payment_action_required';
    return { type: 'invoice', invoiceId: object.id, hasFailed };
  }
  if (object.object === 'subscription')
    return { type: 'subscription', subscriptionId: object.id, customerId: idOf(object.customer) ?? '' };
  if (object.object === 'charge' || object.object === 'refund') {
    const paymentIntentId = idOf(object.payment_intent);
    return paymentIntentId === null ? nothing : { type: 'payment', paymentIntentId };
  }
  if (object.object === 'dispute') return disputeOf(object);
  if (event.type === 'customer.deleted')
    return { type: 'customer-deleted', customerId: event.data.object.id };
  return nothing;
}

function disputeOf({ id, amount, status, payment_intent: intent }: Stripe.Dispute): EventSubject {
  const paymentIntentId = idOf(intent);
  // A bank's inquiry withdraws no money.
  if (paymentIntentId === null || status.startsWith('warning_')) return nothing;
  const outcome: DisputeOutcome =
    status === 'won' || status === 'prevented' ? 'won' : status === 'lost' ? 'lost' : 'open';
  return { type: 'dispute', disputeId: id, paymentIntentId, cents: amount, outcome };
}
