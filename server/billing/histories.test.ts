import { afterAll, expect, test } from 'vitest';
import { anApp } from '#test/app.ts';
import { seeded } from '#test/random.ts';
import { simulatePayments } from '#test/stripe/histories.ts';
import { aStripeServer, stripeSettings } from '#test/stripe/server.ts';

const stripe = await aStripeServer();
const server = await anApp(stripeSettings(stripe));
afterAll(async () => {
  await server.close();
  await stripe.close();
});

/** bench/histories.ts plays 1,000, on both databases. */
const groups = 6;
const livesOfGroup = 10;

/**
 * The order in which the database returns events is not determined by a seed: more histories are
 * run until each possible event has occurred.
 */
test(`${groups * livesOfGroup} random histories of payments end with the provider's own sums`, async () => {
  const sums: Record<string, number> = {};
  const isEachSeen = () => Object.values(sums).every((sum) => sum > 0);
  for (let seed = 1; seed <= groups || (seed <= groups * 5 && !isEachSeen()); seed++) {
    const counts = await simulatePayments(server, stripe, {
      random: seeded(seed),
      payers: livesOfGroup,
      steps: 10,
    });
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  }
  for (const [name, sum] of Object.entries(sums)) expect(sum, name).toBeGreaterThan(0);
}, 300_000);
