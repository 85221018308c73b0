import type Stripe from 'stripe';
import { HttpRefusal, invalid, upstream } from '#server/lib/errors.ts';
import { billingTexts } from '#shared/contract/billing.ts';
import { subscriptionPlan } from '#shared/credits.ts';
import type { Payments, ProviderInvoice, ProviderPayment, ProviderSubscription } from './payments.ts';
import { subjectOf } from './stripeEvents.ts';
import { idOf, invoiceFrom, paymentFrom, refundFrom, subscriptionFrom } from './stripeShapes.ts';

interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Another address than Stripe's, for tests. */
  apiBase: string | null;
}

/** Key under which the price of the plan is found at the provider. */
const lookupKey = 'pro_monthly_usd';
const perCallMs = 10_000;
const expand = ['latest_invoice.confirmation_secret'];

/** Payments by Stripe's package, which is loaded with the first call. */
export function stripePayments(settings: StripeSettings): Payments {
  let loading: Promise<Stripe> | undefined;
  const client = () => (loading ??= load(settings));
  let pricing: Promise<string> | undefined;

  /** Call Stripe and convert errors without its objects, which contain secrets of payments. */
  async function ask<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await client();
    try {
      return await work(stripe);
    } catch (error) {
      if (error instanceof HttpRefusal || !(error instanceof stripe.errors.StripeError)) throw error;
      const { type, code, statusCode, requestId } = error;
      const cause = new Error([type, code, statusCode, requestId].filter(Boolean).join(' '));
      // Only messages about the card are meant for its owner.
      const text = error instanceof stripe.errors.StripeCardError ? error.message : billingTexts.away;
      throw upstream('stripe', cause, text);
    }
  }

  /** Read an object; null if Stripe does not know it. */
  function read<T>(work: (stripe: Stripe) => Promise<T>): Promise<T | null> {
    return ask(async (stripe) => {
      try {
        return await work(stripe);
      } catch (error) {
        if (error instanceof stripe.errors.StripeError && error.code === 'resource_missing') return null;
        throw error;
      }
    });
  }

  function priceOfPlan(): Promise<string> {
    pricing ??= ask(findOrMakePrice).catch((error) => {
      pricing = undefined;
      throw error;
    });
    return pricing;
  }

  async function refundsOf(id: string) {
    const found = await ask((stripe) => stripe.refunds.list({ payment_intent: id, limit: 100 }));
    return found.data.map(refundFrom);
  }

  async function readPayment(id: string, ofInvoice?: string): Promise<ProviderPayment | null> {
    const intent = await read((stripe) => stripe.paymentIntents.retrieve(id));
    if (!intent) return null;
    const isPurchase = intent.metadata.kind === 'credits';
    const invoiceId = isPurchase ? null : (ofInvoice ?? (await invoiceOfPayment(id)));
    const refunds = intent.status === 'succeeded' ? await refundsOf(id) : [];
    return paymentFrom(intent, invoiceId, refunds);
  }

  async function invoiceOfPayment(id: string): Promise<string | null> {
    const payment = { type: 'payment_intent', payment_intent: id } as const;
    const found = await ask((stripe) => stripe.invoicePayments.list({ payment, limit: 1 }));
    return idOf(found.data[0]?.invoice ?? null);
  }

  async function readInvoice(id: string): Promise<ProviderInvoice | null> {
    const invoice = await read((stripe) => stripe.invoices.retrieve(id, { expand: ['payments'] }));
    if (!invoice) return null;
    const payments: ProviderPayment[] = [];
    for (const { payment } of invoice.payments?.data ?? []) {
      const intentId = idOf(payment.payment_intent ?? null);
      const found = intentId === null ? null : await readPayment(intentId, id);
      if (found) payments.push(found);
    }
    return invoiceFrom(invoice, payments);
  }

  return {
    mode: 'stripe',
    publishableKey: settings.publishableKey,
    test: null,

    createCustomer: ({ userId, email, name }) =>
      ask(async (stripe) => {
        const person = { email, ...(name !== null && { name }), metadata: { userId } };
        // Stripe remembers a key for a day, in which the customer may be deleted.
        const idempotencyKey = `customer:${userId}:${Math.floor(Date.now() / 60_000)}`;
        return (await stripe.customers.create(person, { idempotencyKey })).id;
      }),

    startSubscription: async ({ customerId, userId }, key): Promise<ProviderSubscription> => {
      const price = await priceOfPlan();
      const begun = await ask((stripe) =>
        stripe.subscriptions.create(
          {
            customer: customerId,
            items: [{ price }],
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription' },
            metadata: { userId },
            expand,
          },
          { idempotencyKey: key },
        ),
      );
      return subscriptionFrom(begun);
    },

    startPurchase: ({ customerId, userId }, usd) =>
      ask(async (stripe) => {
        const { id, client_secret: clientSecret } = await stripe.paymentIntents.create({
          amount: usd * 100,
          currency: 'usd',
          customer: customerId,
          automatic_payment_methods: { enabled: true },
          metadata: { userId, kind: 'credits' },
        });
        if (clientSecret === null) throw upstream('stripe', null, billingTexts.away);
        return { id, clientSecret };
      }),

    readPayment: (id) => readPayment(id),
    readInvoice,

    readSubscription: async (id) => {
      const found = await read((stripe) => stripe.subscriptions.retrieve(id, { expand }));
      return found && subscriptionFrom(found);
    },

    cancel: async (id) =>
      subscriptionFrom(
        await ask((stripe) => stripe.subscriptions.update(id, { cancel_at_period_end: true, expand })),
      ),

    eventIn: async (body, signature) => {
      const stripe = await client();
      try {
        const event = stripe.webhooks.constructEvent(body, signature ?? '', settings.webhookSecret);
        return { id: event.id, type: event.type, subject: subjectOf(event) };
      } catch {
        // Not signed by Stripe, signed long ago, or no event: the reply reveals no details.
        throw invalid(billingTexts.badSignature);
      }
    },

    recordsSince: async function* recordsSince(since) {
      const stripe = await client();
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const refunds = new Map<string, ReturnType<typeof refundFrom>[]>();
      for await (const refund of stripe.refunds.list({ created, limit: 100 })) {
        const id = idOf(refund.payment_intent);
        if (id !== null) refunds.set(id, [...(refunds.get(id) ?? []), refundFrom(refund)]);
      }
      for await (const intent of stripe.paymentIntents.list({ created, limit: 100 })) {
        const payment = paymentFrom(intent, null, refunds.get(intent.id) ?? []);
        yield { type: 'payment', payment } as const;
      }
      const invoices = stripe.invoices.list({
        created,
        limit: 100,
        status: 'paid',
        expand: ['data.payments'],
      });
      for await (const invoice of invoices) {
        const ids = invoice.payments?.data.map(({ payment }) => idOf(payment.payment_intent ?? null)) ?? [];
        const payments = ids.flatMap((id) =>
          id === null ? [] : [{ ...unread, id, invoiceId: invoice.id, refunds: refunds.get(id) ?? [] }],
        );
        yield { type: 'invoice', invoice: invoiceFrom(invoice, payments) } as const;
      }
    },
  };
}

/** Values of an invoice's payment without loading it. */
const unread = { customerId: null, state: 'succeeded', cents: 0, buyerId: null } as const;

async function load({ secretKey, apiBase }: StripeSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const address = apiBase === null ? null : new URL(apiBase);
  return new StripeClient(secretKey, {
    // A user waits for the reply; a lost call is repeated under the same key.
    ...{ timeout: perCallMs, maxNetworkRetries: 2, telemetry: false },
    ...(address && {
      host: address.hostname,
      port: address.port || (address.protocol === 'https:' ? 443 : 80),
      protocol: address.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

/** Return the price, created once by the server that needs it first. */
async function findOrMakePrice(stripe: Stripe): Promise<string> {
  const cents = subscriptionPlan.usd * 100;
  const found = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const price =
    found.data[0] ??
    (await stripe.prices.create(
      {
        currency: 'usd',
        unit_amount: cents,
        recurring: { interval: 'month' },
        lookup_key: lookupKey,
        product_data: { name: subscriptionPlan.name },
      },
      { idempotencyKey: `price:${lookupKey}` },
    ));
  // The page shows a price; nobody may be charged another one.
  if (price.unit_amount !== cents || price.currency !== 'usd' || price.recurring?.interval !== 'month')
    throw upstream('stripe', new Error(`price ${price.id} is not ${cents} cents a month`), billingTexts.away);
  return price.id;
}
