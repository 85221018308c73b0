import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hasFirefox, hasWebKit } from '../test/e2e/browsers/installed.ts';
import { hasRedis } from './redis.ts';
import { hasSmallDisk } from './smallDisk.ts';
import { interruptedBy, runStep } from './steps.ts';
import {
  add,
  type Counts,
  failedJourneys,
  failedTests,
  ofPlaywright,
  ofStep,
  ofVitest,
  retriedJourneys,
  retriedTests,
  type SecondTry,
  summary,
  withoutUnaccepted,
} from './tally.ts';

/**
 * `npm test`, run by the launcher under the pinned Node: checks, then tests on PGlite and server
 * tests on a temporary Postgres, with the browser journeys at the same time. Continues after
 * a failure; the last line counts everything. `npm run check` (--quick) is for the time between two
 * edits: format, lint, imports, types, and the tests of pure code.
 */
const isQuick = process.argv.includes('--quick');
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-test-'));
/** Folders of pure code, whose tests need no database or browser. */
const pureCode = ['screenplay/', 'engines/', 'shared/', 'scripts/', 'cli/'];
/**
 * Server tests that run on both databases, because their result may differ: the driver and its
 * failures, parallel transactions, edits and all accounting, and every call once, by every field of
 * the contract. The others run on Postgres, which takes less processor time than PGlite
 * (docs/decisions/0085).
 */
const onBothDatabases = [
  'server/backup/',
  'server/db/',
  'server/script/',
  'server/dictionary/',
  'server/history/',
  'server/jobs/',
  'server/kills.test.ts',
  'server/lib/health.test.ts',
  'server/lib/ledger.test.ts',
  'server/ai/metered.openai.test.ts',
  'server/ai/metered.test.ts',
  'server/ai/prices.test.ts',
  'server/account/leaving.test.ts',
  'server/archive/archive.test.ts',
  'server/live/',
  'server/sharing/',
  'server/projects/duplicating.test.ts',
  'server/importing/importing.test.ts',
  'test/contract.test.ts',
];
/** Tests of these folders that need a Postgres. */
const onPostgresAlone = ['server/db/heldRows.test.ts', 'server/live/nodes.test.ts'];
/**
 * Tests of the embedded database, with a separate Postgres, or without a database, and malformed
 * calls, which reach every call on PGlite too.
 */
const notOnPostgres = [
  'server/main.test.ts',
  'server/backup/readBackup.test.ts',
  'server/backup/retention.test.ts',
  'server/db/away.test.ts',
  'server/db/crash.test.ts',
  'server/db/embedded.test.ts',
  'server/live/presences.test.ts',
  'test/fullDisk.test.ts',
  'test/fuzz/fuzz.test.ts',
];
/**
 * Maximum number of accepted second tries in a run. Each test has a second try, so that one race in
 * ten thousand tests does not fail the run (docs/decisions/0054). It is accepted after a time-out
 * only (scripts/timeOuts.ts).
 */
const maxSecondTries = 3;
/** The longest tests of pure code, which only `npm test` runs. */
const longPureTests = [
  'engines/sound/effects/effect.test.ts',
  'engines/storyboard/limits.test.ts',
  'screenplay/fdx/corpus.test.ts',
  'screenplay/fdx/marks.test.ts',
  'screenplay/plan.random.test.ts',
  'scripts/launch.test.ts',
  'scripts/package.test.ts',
  'scripts/postgres.test.ts',
];
/** Tests of the web build, which `npm test` runs after the build. */
const testsOfTheBuild = [
  'scripts/builtFiles.test.ts',
  'scripts/landingPage.test.ts',
  'scripts/secrets.test.ts',
];
let total: Counts = { passed: 0, failed: 0, skipped: 0 };
const notRun: string[] = [];
const failed: string[] = [];
const secondTries: SecondTry[] = [];

const { exitCode, signal } = await main().finally(() => fs.rmSync(reports, { recursive: true, force: true }));
process.exit(signal === null ? exitCode : 128 + os.constants.signals[signal]);

async function main(): Promise<{ exitCode: number; signal: NodeJS.Signals | null }> {
  // Longest first, because the others run in parallel. The build is longer and comes before them.
  const checks = [
    ...['.', 'server', 'web'].map((project) => () => checkTypes(project)),
    () => check('Format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check']),
    () => check('Imports, names and references', ['scripts/check.ts']),
    () => check('Words', ['scripts/checkWords.ts']),
    ...['shared', 'engines', 'screenplay', 'cli'].map((project) => () => checkTypes(project)),
  ];
  if (isQuick) {
    const pure = () =>
      vitest('Tests of pure code', [
        '--project',
        'node',
        ...pureCode,
        ...without([...longPureTests, ...testsOfTheBuild]),
      ]);
    await inParallel([pure, ...checks]);
    return finish();
  }
  const build = () => check('Web build', ['scripts/launch.mjs', 'build']);
  await inParallel([build, ...checks]);
  if (!hasRedis()) notRun.push('LIMITS IN REDIS: no redis-server on this machine');
  if (!hasSmallDisk()) notRun.push('A FULL DISK: this user may not mount a small one');
  if (!hasFirefox()) notRun.push('THE JOURNEY IN FIREFOX: no firefox-esr on this machine, or an old version');
  if (!hasWebKit()) notRun.push('THE JOURNEY IN WEBKIT: no webkit2gtk-driver or no xvfb on this machine');
  const onPGlite = { TEST_DATABASE_URL: '' }; // also if the variable is set
  await everything(onPGlite);
  return finish();
}

/**
 * Run all tests, those of the server on Postgres if it is installed, and the end-to-end tests. They
 * run at the same time, because each of the two leaves a quarter of two cores idle while it waits
 * (docs/decisions/0085).
 */
async function everything(onPGlite: Record<string, string>): Promise<void> {
  if (interruptedBy() !== null) return;
  const postgres = await aPostgres();
  try {
    if (postgres === null) {
      await Promise.all([playwright({}), vitest('Tests', [], onPGlite)]);
      return;
    }
    const env = { TEST_DATABASE_URL: postgres.url };
    const vitestSteps = async () => {
      const embedded = ['web/', ...pureCode, ...onBothDatabases, ...notOnPostgres];
      await vitest('Tests', [...embedded, ...without(onPostgresAlone)], onPGlite);
      const onPostgres = ['--project', 'node', 'server/', 'test/', ...without(notOnPostgres)];
      await vitest('Server tests on Postgres', onPostgres, env);
    };
    await Promise.all([playwright(env), vitestSteps()]);
  } finally {
    await postgres?.stop();
  }
}

function without(files: readonly string[]): string[] {
  return files.flatMap((file) => ['--exclude', file]);
}

async function aPostgres(): Promise<{ url: string; stop: () => Promise<void> } | null> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url: url, stop: async () => undefined };
  const { startPostgres } = await import('./postgres.ts');
  try {
    const started = await startPostgres();
    if (started === null) notRun.push('SERVER TESTS ON POSTGRES: no Postgres 15 or newer on this machine');
    return started;
  } catch (error) {
    total = add(total, { passed: 0, failed: 1, skipped: 0 });
    notRun.push(`SERVER TESTS ON POSTGRES: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

/** Run as many steps at once as there are cores. */
async function inParallel(steps: (() => Promise<void>)[]): Promise<void> {
  const left = steps.values();
  const work = async () => {
    for (const run of left) await run();
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
}

/**
 * Check the types of a project. Only what depends on changed files is checked again. One checker
 * instead of four, because each checks shared types again, and no garbage collection below 4 GB:
 * together they took more than half of the processor time.
 */
function checkTypes(project: string): Promise<void> {
  const results = `node_modules/.cache/cold-open/types/${project === '.' ? 'all' : project}.json`;
  const incremental = ['--incremental', '--tsBuildInfoFile', results];
  const command = ['node_modules/typescript/bin/tsc', '-p', project, '--checkers', '1', ...incremental];
  return check(`Types: ${project}`, command, { GOGC: 'off', GOMEMLIMIT: '4GiB' });
}

async function check(title: string, command: string[], env: Record<string, string> = {}): Promise<void> {
  const code = await runStep(title, command, { env, isCaptured: true });
  if (code === null) return;
  total = add(total, ofStep(code));
  if (code !== 0) failed.push(title);
}

async function vitest(title: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const report = path.join(reports, `${title.replaceAll(' ', '-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--retry=1', ...args, ...reporters];
  const code = await runStep(title, command, { env, isCaptured: true });
  if (code === null) return;
  const result = readJson(report);
  const again = retriedTests(result, process.cwd());
  total = add(total, withoutUnaccepted(ofVitest(result, code), again));
  failed.push(...failedTests(result, process.cwd()));
  secondTries.push(...again);
  if (again.length > maxSecondTries) {
    total = add(total, { passed: 0, failed: 1, skipped: 0 });
    failed.push(`${title}: ${again.length} tests needed a second try, and ${maxSecondTries} may`);
  }
}

async function playwright(env: Record<string, string>): Promise<void> {
  const report = path.join(reports, 'playwright.json');
  const command = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'];
  const code = await runStep('Browser journeys', command, {
    // Node runs the files as they are. Playwright would compile 800 of them with Babel first.
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PW_DISABLE_TS_ESM: '1' },
  });
  if (code === null) return;
  const result = readJson(report);
  const again = retriedJourneys(result);
  total = add(total, withoutUnaccepted(ofPlaywright(result, code), again));
  failed.push(...failedJourneys(result));
  secondTries.push(...again);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null; // no report: the tally counts that as a failure
  }
}

function finish(): { exitCode: number; signal: NodeJS.Signals | null } {
  console.log('');
  for (const line of notRun) console.log(`!!! NOT RUN: ${line}`);
  if (total.skipped > 0) console.log(`!!! ${total.skipped} skipped`);
  if (interruptedBy() !== null) console.log(`!!! interrupted by ${interruptedBy()}`);
  for (const test of failed) console.log(`!!! failed: ${test}`);
  for (const { test, isAfterTimeOut } of secondTries) {
    if (isAfterTimeOut) console.log(`!!! needed a second try after a time-out: ${test}`);
    else console.log(`!!! failed at first, and not by a time-out: ${test}`);
  }
  console.log(summary(total));
  return { exitCode: total.failed > 0 || total.passed === 0 ? 1 : 0, signal: interruptedBy() };
}
