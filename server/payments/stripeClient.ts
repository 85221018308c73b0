import type Stripe from 'stripe';
import { HttpError, upstream } from '#server/lib/errors.ts';
import { billingTexts } from '#shared/contract/billing.ts';

export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Address of Stripe's API in tests. Null: Stripe's own. */
  apiBase: string | null;
}

const perCallMs = 10_000;

/** Client of Stripe's package, which is loaded with the first call. */
export class StripeClient {
  readonly #settings: StripeSettings;
  #loading: Promise<Stripe> | undefined;

  constructor(settings: StripeSettings) {
    this.#settings = settings;
  }

  load(): Promise<Stripe> {
    this.#loading ??= loadStripe(this.#settings);
    return this.#loading;
  }

  /** Call Stripe. Errors are converted without Stripe's objects, which contain payment secrets. */
  async call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = await this.load();
    try {
      return await work(stripe);
    } catch (error) {
      if (error instanceof HttpError || !(error instanceof stripe.errors.StripeError)) throw error;
      const { type, code, statusCode, requestId } = error;
      const cause = new Error([type, code, statusCode, requestId].filter(Boolean).join(' '));
      // Show only messages about the card, which are meant for its owner.
      const text = error instanceof stripe.errors.StripeCardError ? error.message : billingTexts.away;
      throw upstream('stripe', cause, text);
    }
  }

  /** Read an object; null if Stripe does not know it. */
  read<T>(work: (stripe: Stripe) => Promise<T>): Promise<T | null> {
    return this.call(async (stripe) => {
      try {
        return await work(stripe);
      } catch (error) {
        if (error instanceof stripe.errors.StripeError && error.code === 'resource_missing') return null;
        throw error;
      }
    });
  }
}

async function loadStripe({ secretKey, apiBase }: StripeSettings): Promise<Stripe> {
  const { default: StripePackage } = await import('stripe');
  const address = apiBase === null ? null : new URL(apiBase);
  return new StripePackage(secretKey, {
    // A user waits for the reply. A lost call is repeated under the same key.
    ...{ timeout: perCallMs, maxNetworkRetries: 2, telemetry: false },
    ...(address && {
      host: address.hostname,
      port: address.port || (address.protocol === 'https:' ? 443 : 80),
      protocol: address.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}
