import { anApp } from '#test/app.ts';
import { seeded } from '#test/random.ts';
import { simulatePayments } from '#test/stripe/histories.ts';
import { aStripeServer, stripeSettings } from '#test/stripe/server.ts';
import { startPostgres } from '../scripts/postgres.ts';

/*
 * Runs random histories of payments on both databases: node bench/histories.ts [COUNT]. Each ends
 * with our sums beside the provider's; the first difference ends the run and prints its seed.
 */
const [count = '1000'] = process.argv.slice(2);
const lives = 10;

async function play(engine: string): Promise<void> {
  const stripe = await aStripeServer();
  const server = await anApp(stripeSettings(stripe));
  const sums: Record<string, number> = {};
  const started = performance.now();
  for (let seed = 1; seed <= Number(count) / lives; seed++) {
    try {
      const counts = await simulatePayments(server, stripe, {
        random: seeded(seed),
        payers: lives,
        steps: 14,
      });
      for (const [name, sum] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + sum;
    } catch (error) {
      throw new Error(`${engine}, seed ${seed}`, { cause: error });
    }
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${engine}: ${count} histories add up, in ${seconds} s`, sums);
  await server.close();
  await stripe.close();
}

delete process.env.TEST_DATABASE_URL;
await play('PGlite');
const postgres = await startPostgres();
if (postgres === null) console.log('No Postgres 15 or newer on this machine');
else {
  process.env.TEST_DATABASE_URL = postgres.url;
  await play('Postgres').finally(() => postgres.stop());
}
process.exit(0);
