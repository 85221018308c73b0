import type { Page } from '@playwright/test';
import pg from 'pg';
import { type Random, seeded } from '#test/random.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { type Bench, openBench, openBenchScript, storedScript } from './browser.ts';
import type { Row } from './measure.ts';
import { processorSecondsOf } from './process.ts';

/** Milliseconds of the page's clock. */
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const letterMs = 200;
const words = 'the rain has stopped and nobody on the lower deck has noticed it yet'.split(' ');

/**
 * Measure what one writer sends and stores, in a script of 4,000 elements on a real server and in
 * Chromium, whose clock is moved: a minute of typing without a rest, and an hour with pauses. On
 * Postgres if the machine has one, otherwise only the calls. BENCH_CHECKOUT: the folder of another
 * checkout to measure.
 */
export async function run(): Promise<Row[]> {
  const postgres = await startPostgres();
  const database = postgres && new pg.Client({ connectionString: postgres.url });
  const bench = await openBench(postgres ? { DATABASE_URL: postgres.url } : {}, process.env.BENCH_CHECKOUT);
  try {
    await database?.connect();
    const writer = await openWriter(bench);
    const minute = await countCalls(bench, writer, () => typeWithoutRest(writer));
    const before = database && (await sizesOf(database));
    const hour = await countCalls(bench, writer, () => typeWithPauses(writer, seeded(1)));
    const after = database && (await sizesOf(database));
    return [
      ...rowsOf('a minute without a rest', minute),
      ...rowsOf('an hour with pauses', hour),
      { name: 'an hour: paragraphs that were begun', figure: writer.paragraphs, unit: 'count', of: 'ours' },
      ...(before && after ? growthOf(before, after) : []),
    ];
  } finally {
    await bench.stop();
    await database?.end();
    await postgres?.stop();
  }
}

interface Writer {
  page: Page;
  /** Changing calls that have no reply yet. */
  open: Set<unknown>;
  /** Bytes of each changing call with its reply, headers included. */
  calls: number[];
  reads: number;
  paragraphs: number;
}

async function openWriter(bench: Bench): Promise<Writer> {
  const { page, action } = await openBenchScript(bench, await storedScript(bench, 4000));
  await page.clock.install();
  await action.locator('[data-from]').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  const writer: Writer = { page, open: new Set(), calls: [], reads: 0, paragraphs: 0 };
  page.on('request', (request) => {
    if (request.method() === 'GET') writer.reads += 1;
    else writer.open.add(request);
  });
  page.on('requestfailed', (request) => writer.open.delete(request));
  page.on('requestfinished', async (request) => {
    if (request.method() === 'GET') return;
    const sizes = await request.sizes();
    writer.calls.push(Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0));
    writer.open.delete(request);
  });
  await rest(writer, 10_000);
  return writer;
}

/** A key for each letter, and Enter after every 80. */
async function typeWithoutRest(writer: Writer): Promise<void> {
  let typed = 0;
  for (let ms = 0; ms < minuteMs; ms += letterMs) {
    const text = words.join(' ');
    if (typed % 80 === 79) await writer.page.keyboard.press('Enter');
    else await writer.page.keyboard.press(text[typed % text.length] ?? ' ');
    typed += 1;
    await rest(writer, letterMs);
  }
}

/**
 * Words, typed by up to four letters at a time, because a second without a letter would be a pause.
 * After one of eight words there is a pause of 2 s, after one of thirty of 10 s; a paragraph has 5
 * to 40 words, and before the next one 4 s pass.
 */
async function typeWithPauses(writer: Writer, random: Random): Promise<void> {
  let left = 5 + random.below(36);
  for (let ms = 0; ms < hourMs; ) {
    for (const letters of `${random.pick(words)} `.match(/.{1,4}/g) ?? []) {
      await writer.page.keyboard.insertText(letters);
      ms += await rest(writer, letters.length * letterMs);
    }
    if (random.chance(1 / 8)) ms += await rest(writer, 2000);
    if (random.chance(1 / 30)) ms += await rest(writer, 10_000);
    left -= 1;
    if (left > 0) continue;
    await writer.page.keyboard.press('Enter');
    ms += await rest(writer, 4000);
    writer.paragraphs += 1;
    left = 5 + random.below(36);
  }
}

/**
 * Let time pass in the page, first up to a second, after which a pause is one, then the rest at
 * once. A call is answered before more time passes. Return the time.
 */
async function rest({ page, open }: Writer, ms: number): Promise<number> {
  for (const step of [Math.min(ms, 1000), ms - 1000]) {
    if (step <= 0) continue;
    await page.clock.fastForward(step);
    do await page.evaluate('null');
    while (open.size > 0);
  }
  return ms;
}

interface Calls {
  calls: number;
  bytes: number;
  reads: number;
  processorMs: number;
}

async function countCalls(bench: Bench, writer: Writer, type: () => Promise<void>): Promise<Calls> {
  writer.calls.length = writer.reads = 0;
  const before = processorSecondsOf(bench.serverPid);
  await type();
  await rest(writer, 10_000);
  return {
    calls: writer.calls.length,
    bytes: writer.calls.reduce((sum, bytes) => sum + bytes, 0),
    reads: writer.reads,
    processorMs: (processorSecondsOf(bench.serverPid) - before) * 1000,
  };
}

function rowsOf(what: string, { calls, bytes, reads, processorMs }: Calls): Row[] {
  return [
    { name: `${what}: calls that change something`, figure: calls, unit: 'count', of: 'ours' },
    { name: `${what}: their bytes, with replies and headers`, figure: bytes / 1000, unit: 'kB', of: 'ours' },
    { name: `${what}: calls that read`, figure: reads, unit: 'count', of: 'ours' },
    { name: `${what}: processor time of the server`, figure: processorMs, of: 'ours' },
  ];
}

const tables = ['script_history', 'script_requests'] as const;

type Sizes = Record<string, number>;

/** Rows, bytes of the rows, and bytes on the disk with indexes; rows of the history by stay. */
async function sizesOf(database: pg.Client): Promise<Sizes> {
  const sizes: Sizes = {};
  for (const table of tables) {
    const { rows } = await database.query(
      `select count(*) as rows, coalesce(sum(pg_column_size(t.*)), 0) as bytes,
         pg_total_relation_size('${table}') as disk from ${table} t`,
    );
    for (const [name, value] of Object.entries(rows[0])) sizes[`${table}, ${name}`] = Number(value);
  }
  const { rows } = await database.query(
    `select count(*) filter (where stay is null) + count(distinct (element_id, stay)) filter (where stay is not null) as stays
     from (select element_id, to_jsonb(h) ->> 'stay_id' as stay from script_history h) as entries`,
  );
  sizes['script_history, rows a day later'] = Number(rows[0].stays);
  return sizes;
}

function growthOf(before: Sizes, after: Sizes): Row[] {
  return Object.keys(after).map((name) => {
    const growth = (after[name] ?? 0) - (before[name] ?? 0);
    const isCount = name.includes('rows');
    const figure = isCount ? growth : growth / 1000;
    return { name: `an hour: ${name}`, figure, unit: isCount ? 'count' : 'kB', of: 'ours' };
  });
}
