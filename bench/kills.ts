import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { anEmptyPostgres } from '#test/db.ts';
import { killRounds } from '#test/kills.ts';
import { startPostgres } from '../scripts/postgres.ts';

/*
 * Kills the server repeatedly while users write: node bench/kills.ts embedded 1000 1 (or postgres).
 * Two servers on separate databases share the rounds. Prints losses, and exits with 1 if there are
 * any.
 */
const [engine = 'embedded', rounds = '20', seed = '1'] = process.argv.slice(2);
const chains = 2;
const own = engine === 'postgres' && !process.env.TEST_DATABASE_URL ? await startPostgres() : null;
const server = process.env.TEST_DATABASE_URL ?? own?.url;
if (engine === 'postgres' && server === undefined) throw new Error('There is no Postgres on this machine.');
const start = performance.now();

const found = await Promise.all(
  Array.from({ length: chains }, async (_, chain) => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-kills-'));
    const postgres = engine === 'postgres' && server !== undefined ? await anEmptyPostgres(server) : null;
    try {
      return await killRounds({
        dataDir,
        databaseUrl: postgres?.url ?? null,
        rounds: Math.ceil(Number(rounds) / chains),
        seed: Number(seed) + chain,
        onRound: (round, acknowledged) => {
          if (round % 25 === 0)
            console.log(`server ${chain + 1}: ${round} rounds, ${acknowledged} acknowledged`);
        },
      });
    } finally {
      await postgres?.drop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    }
  }),
);
await own?.stop();

const sum = (field: 'rounds' | 'acknowledged') => found.reduce((all, one) => all + one[field], 0);
const lost = found.flatMap((one) => one.lost);
const min = Math.min(...found.map((one) => one.minInARound));
console.log(
  `${engine}, seed ${seed}: ${sum('rounds')} rounds, ${sum('acknowledged')} acknowledged writes (at least ${min} in each), ` +
    `${lost.length} lost, ${Math.round((performance.now() - start) / 1000)} s`,
);
for (const line of lost.slice(0, 20)) console.log(`  ${line}`);
process.exit(lost.length > 0 ? 1 : 0);
