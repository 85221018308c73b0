import { afterAll, expect } from 'vitest';
import { seeded } from '#test/random.ts';
import { test as serverTest } from '#test/serverTest.ts';
import { simulatePayments } from '#test/stripe/histories.ts';
import { aStripeServer, stripeSettings } from '#test/stripe/server.ts';

const stripe = await aStripeServer();

const test = serverTest.extend('settings', { scope: 'file' }, { variables: stripeSettings(stripe) });
afterAll(async () => {
  await stripe.close();
});

/** bench/histories.ts plays 1,000, on both databases. */
const groups = 6;
const livesOfGroup = 10;

/**
 * The order in which the database returns events is not determined by a seed: more histories are
 * run until each possible event has occurred.
 */
test(`${groups * livesOfGroup} random payment histories end with the provider's sums`, {
  timeout: 300_000,
}, async ({ server }) => {
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
});
