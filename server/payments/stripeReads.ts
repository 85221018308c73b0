import type Stripe from 'stripe';
import type { ProviderInvoice, ProviderPayment, ProviderRecord, Refund } from './payments.ts';
import type { StripeClient } from './stripeClient.ts';
import { idOf, invoiceFrom, paymentFrom, refundFrom } from './stripeShapes.ts';

/** Read a payment with its refunds. A known `invoiceId` saves a call. */
export async function readStripePayment(
  client: StripeClient,
  id: string,
  knownInvoiceId?: string,
): Promise<ProviderPayment | null> {
  const intent = await client.read((stripe) => stripe.paymentIntents.retrieve(id));
  if (!intent) return null;
  const isPurchase = intent.metadata.kind === 'credits';
  const invoiceId = isPurchase ? null : (knownInvoiceId ?? (await invoiceOfPayment(client, id)));
  const refunds = intent.status === 'succeeded' ? await refundsOf(client, id) : [];
  return paymentFrom(intent, invoiceId, refunds);
}

async function invoiceOfPayment(client: StripeClient, id: string): Promise<string | null> {
  const payment = { type: 'payment_intent', payment_intent: id } as const;
  const found = await client.call((stripe) => stripe.invoicePayments.list({ payment, limit: 1 }));
  return idOf(found.data[0]?.invoice ?? null);
}

async function refundsOf(client: StripeClient, id: string): Promise<Refund[]> {
  const found = await client.call((stripe) => stripe.refunds.list({ payment_intent: id, limit: 100 }));
  return found.data.map(refundFrom);
}

export async function readStripeInvoice(client: StripeClient, id: string): Promise<ProviderInvoice | null> {
  const invoice = await client.read((stripe) => stripe.invoices.retrieve(id, { expand: ['payments'] }));
  if (!invoice) return null;
  const payments: ProviderPayment[] = [];
  for (const intentId of intentIdsOf(invoice)) {
    const payment = await readStripePayment(client, intentId, id);
    if (payment) payments.push(payment);
  }
  return invoiceFrom(invoice, payments);
}

/** Yield payments and paid invoices created since a time, each with its refunds since then. */
export async function* stripeRecordsSince(stripe: Stripe, since: Date): AsyncGenerator<ProviderRecord> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const refunds = await refundsByIntent(stripe, created);
  for await (const intent of stripe.paymentIntents.list({ created, limit: 100 })) {
    yield { type: 'payment', payment: paymentFrom(intent, null, refunds.get(intent.id) ?? []) };
  }
  const invoices = stripe.invoices.list({ created, limit: 100, status: 'paid', expand: ['data.payments'] });
  for await (const invoice of invoices) {
    const payments = intentIdsOf(invoice).map((id) => ({
      ...paymentNotLoaded,
      ...{ id, invoiceId: invoice.id, refunds: refunds.get(id) ?? [] },
    }));
    yield { type: 'invoice', invoice: invoiceFrom(invoice, payments) };
  }
}

async function refundsByIntent(stripe: Stripe, created: { gte: number }): Promise<Map<string, Refund[]>> {
  const refunds = new Map<string, Refund[]>();
  for await (const refund of stripe.refunds.list({ created, limit: 100 })) {
    const id = idOf(refund.payment_intent);
    if (id !== null) refunds.set(id, [...(refunds.get(id) ?? []), refundFrom(refund)]);
  }
  return refunds;
}

/** Placeholder values of an invoice's payment that is not read. */
const paymentNotLoaded = { customerId: null, state: 'succeeded', cents: 0, buyerId: null } as const;

function intentIdsOf(invoice: Stripe.Invoice): string[] {
  const ids = invoice.payments?.data.map(({ payment }) => idOf(payment.payment_intent ?? null)) ?? [];
  return ids.filter((id) => id !== null);
}
