import { invalid, upstream } from '#server/lib/errors.ts';
import { billingTexts } from '#shared/contract/billing.ts';
import type { Customer, PaymentEvent, Payments, ProviderSubscription } from './payments.ts';
import { StripeClient, type StripeSettings } from './stripeClient.ts';
import { subjectOf } from './stripeEvents.ts';
import { PlanPrice } from './stripePrice.ts';
import { readStripeInvoice, readStripePayment, stripeRecordsSince } from './stripeReads.ts';
import { subscriptionFrom } from './stripeShapes.ts';

const expand = ['latest_invoice.confirmation_secret'];

type StripeCustomer = Customer & { customerId: string };

export function stripePayments(settings: StripeSettings): Payments {
  const client = new StripeClient(settings);
  const planPrice = new PlanPrice(client);
  return {
    mode: 'stripe',
    publishableKey: settings.publishableKey,
    test: null,
    createCustomer: (customer) => createCustomer(client, customer),
    startSubscription: async (customer, key) =>
      startSubscription(client, customer, { priceId: await planPrice.id(), key }),
    startPurchase: (customer, usd) => startPurchase(client, customer, usd),
    readPayment: (id) => readStripePayment(client, id),
    readInvoice: (id) => readStripeInvoice(client, id),
    readSubscription: async (id) => {
      const found = await client.read((stripe) => stripe.subscriptions.retrieve(id, { expand }));
      return found && subscriptionFrom(found);
    },
    cancel: async (id) => {
      const changes = { cancel_at_period_end: true, expand };
      return subscriptionFrom(await client.call((stripe) => stripe.subscriptions.update(id, changes)));
    },
    eventIn: (body, signature) => eventIn(client, body, { signature, secret: settings.webhookSecret }),
    recordsSince: async function* recordsSince(since) {
      yield* stripeRecordsSince(await client.load(), since);
    },
  };
}

function createCustomer(client: StripeClient, { userId, email, name }: Customer): Promise<string> {
  return client.call(async (stripe) => {
    const person = { email, ...(name !== null && { name }), metadata: { userId } };
    // Stripe remembers a key for a day. Change it every minute, because the customer may be
    // deleted.
    const idempotencyKey = `customer:${userId}:${Math.floor(Date.now() / 60_000)}`;
    return (await stripe.customers.create(person, { idempotencyKey })).id;
  });
}

async function startSubscription(
  client: StripeClient,
  { customerId, userId }: StripeCustomer,
  { priceId, key }: { priceId: string; key: string },
): Promise<ProviderSubscription> {
  const begun = await client.call((stripe) =>
    stripe.subscriptions.create(
      {
        customer: customerId,
        items: [{ price: priceId }],
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        metadata: { userId },
        expand,
      },
      { idempotencyKey: key },
    ),
  );
  return subscriptionFrom(begun);
}

function startPurchase(
  client: StripeClient,
  { customerId, userId }: StripeCustomer,
  usd: number,
): Promise<{ id: string; clientSecret: string }> {
  return client.call(async (stripe) => {
    const { id, client_secret: clientSecret } = await stripe.paymentIntents.create({
      amount: usd * 100,
      currency: 'usd',
      customer: customerId,
      automatic_payment_methods: { enabled: true },
      metadata: { userId, kind: 'credits' },
    });
    if (clientSecret === null) throw upstream('stripe', null, billingTexts.away);
    return { id, clientSecret };
  });
}

async function eventIn(
  client: StripeClient,
  body: Buffer,
  { signature, secret }: { signature: string | undefined; secret: string },
): Promise<PaymentEvent> {
  const stripe = await client.load();
  try {
    const event = stripe.webhooks.constructEvent(body, signature ?? '', secret);
    return { id: event.id, type: event.type, subject: subjectOf(event) };
  } catch {
    // Reveal no details: the event is not signed by Stripe, the signature is old, or the body is no
    // event.
    throw invalid(billingTexts.badSignature);
  }
}
