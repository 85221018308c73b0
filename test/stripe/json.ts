import type { StripeBooks } from './books.ts';
import type { InvoiceObject, SubscriptionObject } from './objects.ts';

/**
 * Return an invoice as Stripe does: nested objects are included only if the request names them
 * (`expand`).
 */

export function invoiceJson(books: StripeBooks, { intent, ...invoice }: InvoiceObject, expand: string[]) {
  const { client_secret } = books.intent(intent);
  return {
    ...invoice,
    ...(expand.includes('confirmation_secret') && {
      confirmation_secret: { client_secret, type: 'payment_intent' },
    }),
    ...(expand.includes('payments') && {
      payments: listOf('/v1/invoice_payments', [paymentOf(books, invoice.id)]),
    }),
  };
}

/** Return the payment of an invoice. Each has exactly one. */
export function paymentOf(books: StripeBooks, invoiceId: string) {
  const { intent, amount_due, amount_paid, status, created } = books.invoice(invoiceId);
  return {
    ...{ id: `inpay_${invoiceId.slice(3)}`, object: 'invoice_payment', invoice: invoiceId },
    ...{ status: status === 'paid' ? 'paid' : 'open', amount_requested: amount_due, amount_paid },
    ...{ currency: 'usd', created, livemode: false, is_default: true },
    payment: { type: 'payment_intent', payment_intent: intent },
  };
}

export function subscriptionJson(books: StripeBooks, fields: SubscriptionObject, expand: string[]) {
  const { card: _card, period_start, period_end, latest_invoice, ...subscription } = fields;
  const isExpanded = expand.includes('latest_invoice.confirmation_secret');
  const item = { id: `si_${fields.id.slice(4)}`, object: 'subscription_item' };
  return {
    ...subscription,
    ...{ object: 'subscription', livemode: false, currency: 'usd' },
    items: listOf('/v1/subscription_items', [
      { ...item, current_period_start: period_start, current_period_end: period_end },
    ]),
    latest_invoice: isExpanded
      ? invoiceJson(books, books.invoice(latest_invoice), ['confirmation_secret'])
      : latest_invoice,
  };
}

export function listOf(url: string, data: object[]) {
  return { object: 'list', data, has_more: false, url };
}
