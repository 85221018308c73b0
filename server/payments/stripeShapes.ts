import type Stripe from 'stripe';
import type { PaymentState } from '#shared/contract/billing.ts';
import type { ProviderInvoice, ProviderPayment, ProviderSubscription, Refund } from './payments.ts';

/** Conversion of Stripe's objects to ours. */

export function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : reference;
}

export function refundFrom({ id, amount, status }: Stripe.Refund): Refund {
  const hasFailed = status === 'failed' || status === 'canceled';
  return { id, cents: amount, isInForce: !hasFailed, isFinal: hasFailed };
}

export function paymentFrom(
  intent: Stripe.PaymentIntent,
  invoiceId: string | null,
  refunds: readonly Refund[],
): ProviderPayment {
  const { id, customer, status, amount, amount_received: received, metadata } = intent;
  return {
    ...{ id, invoiceId, refunds, state: stateOf(intent), customerId: idOf(customer) },
    cents: status === 'succeeded' ? received : amount,
    buyerId: metadata.kind === 'credits' ? (metadata.userId ?? null) : null,
  };
}

function stateOf({ status, last_payment_error: error }: Stripe.PaymentIntent): PaymentState {
  const same = (['succeeded', 'processing', 'canceled'] as const).find((state) => state === status);
  if (same) return same;
  return status === 'requires_payment_method' && error !== null ? 'failed' : 'pending';
}

export function invoiceFrom(invoice: Stripe.Invoice, payments: readonly ProviderPayment[]): ProviderInvoice {
  const { billing_reason: reason, status } = invoice;
  return {
    id: invoice.id,
    customerId: idOf(invoice.customer),
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription ?? null),
    isForPeriod: reason === 'subscription_create' || reason === 'subscription_cycle',
    isFirst: reason === 'subscription_create',
    isPaid: status === 'paid',
    paidCents: invoice.amount_paid,
    dueCents: invoice.amount_due,
    payHref: invoice.hosted_invoice_url ?? null,
    payments,
  };
}

export function subscriptionFrom(subscription: Stripe.Subscription): ProviderSubscription {
  const { id, customer, status, items, cancel_at_period_end: cancelAtPeriodEnd } = subscription;
  // The period is that of its items, of which the plan has one.
  const ends = items.data.map((item) => item.current_period_end);
  const invoice = subscription.latest_invoice;
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : null;
  return {
    ...{ id, status, cancelAtPeriodEnd, customerId: idOf(customer) ?? '' },
    periodEnd: ends.length > 0 ? new Date(Math.min(...ends) * 1000) : null,
    clientSecret: status === 'incomplete' ? (secret ?? null) : null,
  };
}
