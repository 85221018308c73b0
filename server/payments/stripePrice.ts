import type Stripe from 'stripe';
import { upstream } from '#server/lib/errors.ts';
import { billingTexts } from '#shared/contract/billing.ts';
import { subscriptionPlan } from '#shared/credits.ts';
import type { StripeClient } from './stripeClient.ts';

/** Key under which the price of the plan is found at the provider. */
const lookupKey = 'pro_monthly_usd';

/** Price of the plan at Stripe. Its id is cached after the first read that succeeds. */
export class PlanPrice {
  readonly #client: StripeClient;
  #id: Promise<string> | undefined;

  constructor(client: StripeClient) {
    this.#client = client;
  }

  id(): Promise<string> {
    this.#id ??= this.#client.call(findOrCreatePrice).catch((error) => {
      this.#id = undefined;
      throw error;
    });
    return this.#id;
  }
}

/**
 * Return the id of the plan's price at Stripe. The first server that needs the price creates it.
 */
async function findOrCreatePrice(stripe: Stripe): Promise<string> {
  const found = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const price = found.data[0] ?? (await createPrice(stripe));
  const cents = subscriptionPlan.usd * 100;
  // Reject another price than the one shown on the page.
  if (price.unit_amount !== cents || price.currency !== 'usd' || price.recurring?.interval !== 'month')
    throw upstream('stripe', new Error(`price ${price.id} is not ${cents} cents a month`), billingTexts.away);
  return price.id;
}

function createPrice(stripe: Stripe): Promise<Stripe.Price> {
  return stripe.prices.create(
    {
      currency: 'usd',
      unit_amount: subscriptionPlan.usd * 100,
      recurring: { interval: 'month' },
      lookup_key: lookupKey,
      product_data: { name: subscriptionPlan.name },
    },
    { idempotencyKey: `price:${lookupKey}` },
  );
}
