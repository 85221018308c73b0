import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#server/db/client.ts';
import { anEmptyPostgres } from '#test/db.ts';
import { startServer } from '#test/e2e/server.ts';
import { freePort } from '#test/ports.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { median, quantile } from './measure.ts';
import { companyOf } from './soak/company.ts';
import { type Timing, writer } from './soak/writer.ts';

/*
 * Simulates a day of work: node bench/soak.ts [MINUTES] [PEOPLE] [postgres | embedded]. Signed-in
 * users each write a line per second, read others' lines, comment, plan, read the history, print
 * and ask the assistant, all on one node. Prints every error, the time of each kind of call, and
 * the server's memory by minute.
 */
const [minutes = '30', people = '100', kind = 'postgres'] = process.argv.slice(2);
const durationMs = Number(minutes) * 60_000;

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-soak-'));
const postgres = kind === 'postgres' ? await startPostgres() : null;
if (kind === 'postgres' && postgres === null) throw new Error('No Postgres 15 or newer on this machine');
const database = postgres && (await anEmptyPostgres(postgres.url));
const { db, close } = await openDatabase({ databaseUrl: database?.url ?? null, dataDir });
const company = await companyOf(db, Number(people));
await close();

const metricsPort = await freePort();
const server = await startServer('embedded', {
  DATA_DIR: dataDir,
  METRICS_PORT: String(metricsPort),
  ...(database ? { DATABASE_URL: database.url } : {}),
});

/** Resident, in MB. */
async function memory(): Promise<number> {
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(figures.match(/^process_resident_memory_bytes (\S+)/m)?.[1]) / 2 ** 20;
}

const timings: Timing[] = [];
const errors: string[] = [];
const memories = [await memory()];
console.log(
  `${kind}, ${people} people, ${minutes} minutes; memory at the start ${memories[0]?.toFixed(0)} MB`,
);
const ends = Date.now() + durationMs;
const watch = async () => {
  for (let minute = 1; minute <= Number(minutes); minute++) {
    await pause(Math.max(0, ends - durationMs + minute * 60_000 - Date.now()));
    memories.push(await memory());
    console.log(
      `minute ${String(minute).padStart(3)}: ${memories.at(-1)?.toFixed(0).padStart(5)} MB, ${timings.length} calls, ${errors.length} errors`,
    );
  }
};
await Promise.all([
  watch(),
  ...company.map((member, index) =>
    writer({ url: server.url, member, seed: index + 1, ends, timings, errors }).catch((error) => {
      errors.push(String(error));
    }),
  ),
]);
report();
await server.stop();
await database?.drop();
await postgres?.stop();
fs.rmSync(dataDir, { recursive: true, force: true });
process.exit(errors.length > 0 ? 1 : 0);

function report(): void {
  const kinds = [...new Set(timings.map((timing) => timing.kind))].sort();
  console.log(`\n${'call'.padEnd(34)} ${'times'.padStart(8)} ${'p50'.padStart(9)} ${'p99'.padStart(9)} ms`);
  for (const each of kinds)
    tell(
      each,
      timings.filter((timing) => timing.kind === each),
    );
  tell('all', timings);
  // The first half fills caches and pools; what comes after should not rise.
  const half = Math.floor(memories.length / 2);
  const [before, after] = [median(memories.slice(0, half + 1)), median(memories.slice(half))];
  console.log(`\nmemory: first half ${before.toFixed(0)} MB, second half ${after.toFixed(0)} MB`);
  console.log(`${errors.length} errors`);
  for (const error of errors.slice(0, 20)) console.log(`  ${error}`);
}

function tell(name: string, some: readonly Timing[]): void {
  const times = some.map(({ ms }) => ms);
  const figures = [median(times), quantile(times, 0.99)].map((each) => each.toFixed(1).padStart(9));
  console.log(`${name.padEnd(34)} ${String(some.length).padStart(8)} ${figures.join(' ')}`);
}
