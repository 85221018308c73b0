import { seedPrices } from '#server/ai/prices.ts';
import { anApp } from '#test/app.ts';
import { formatFault, fuzz } from '#test/fuzz/fuzz.ts';
import { unreachable } from '#test/fuzz/preparedCalls.ts';

/*
 * Sends invalid calls derived from the API description: node bench/fuzz.ts [SEED] [COUNT] [FIRST].
 * Without a seed each run has another one. FIRST and a COUNT of 1 repeat one call; with
 * LOG_LEVEL=error the server logs why it failed.
 */
const [seed = Date.now() % 1_000_000, count = 20_000, first = 0] = process.argv.slice(2).map(Number);
const server = await anApp({ LOG_LEVEL: process.env.LOG_LEVEL, GOOGLE_API_KEY: 'not a key' });
await seedPrices(server.db, server.env);
const started = performance.now();
const { faults, counts } = await fuzz(server, { seed, count, first });
for (const fault of faults) console.log(formatFault(seed, fault));
if (count > 1000)
  for (const [name, [done, called]] of counts)
    if (done === 0 && !(name in unreachable)) console.log(`never done: ${name} (${called} calls)`);
console.log(
  `${count} calls of seed ${seed} in ${((performance.now() - started) / 1000).toFixed(1)} s: ${faults.length} faults`,
);
await server.close();
process.exit(faults.length > 0 ? 1 : 0);
