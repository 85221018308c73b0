import type { Db } from '#server/db/client.ts';
import type { Env } from '#server/env.ts';
import { noPayments } from './off.ts';
import type { Payments } from './payments.ts';
import { stripePayments } from './stripe.ts';
import { testModePayments } from './testMode.ts';

/** Return Stripe if it has keys, otherwise test cards, and none in production (decision OQ-46). */
export function paymentsFor(env: Pick<Env, 'stripe' | 'isProduction'>, db: Db): Payments {
  if (env.stripe) return stripePayments(env.stripe);
  return env.isProduction ? noPayments : testModePayments(db);
}
