import path from 'node:path';
import { z } from 'zod';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
});

const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

interface JourneySuite {
  suites?: JourneySuite[] | undefined;
  specs?: { file: string; title: string; tests: { status: string }[] }[] | undefined;
}

const journeySuite: z.ZodType<JourneySuite> = z.object({
  suites: z.lazy(() => z.array(journeySuite)).optional(),
  specs: z
    .array(
      z.object({ file: z.string(), title: z.string(), tests: z.array(z.object({ status: z.string() })) }),
    )
    .optional(),
});

/**
 * Return the journeys that passed only on their second try ("flaky"), or never ("unexpected"), each
 * as "file › title".
 */
export function journeysThat(status: 'flaky' | 'unexpected', report: unknown): string[] {
  const read = journeySuite.safeParse(report);
  return read.success ? journeysIn(read.data, status) : [];
}

function journeysIn({ suites = [], specs = [] }: JourneySuite, status: string): string[] {
  const here = specs
    .filter(({ tests }) => tests.some((test) => test.status === status))
    .map(({ file, title }) => `${file} › ${title}`);
  return [...here, ...suites.flatMap((suite) => journeysIn(suite, status))];
}

const failedFiles = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/**
 * Return the failed tests, each as "file › name: first line of the error"; a file that failed to
 * run is named without a test. They are printed at the end of a run, because often only the end of
 * a log is kept.
 */
export function failedTests(report: unknown, root: string): string[] {
  const read = failedFiles.safeParse(report);
  if (!read.success) return [];
  return read.data.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`];
    return failed.map((test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
  });
}

/**
 * Return the tests that passed only on their second try, each as "file › name: first line of the
 * first error".
 */
export function retriedTests(report: unknown, root: string): string[] {
  const read = failedFiles.safeParse(report);
  if (!read.success) return [];
  return read.data.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ status, fullName, failureMessages }) =>
      status === 'passed' && failureMessages?.length
        ? [`${path.relative(root, name)} › ${fullName}: ${firstLine(failureMessages[0])}`]
        : [],
    ),
  );
}

function firstLine(text = ''): string {
  return text.split('\n', 1)[0]?.slice(0, 200) ?? '';
}

export function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

export function ofStep(exitCode: number): Counts {
  return exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

export function ofVitest(report: unknown, exitCode: number): Counts {
  const read = vitestReport.safeParse(report);
  if (!read.success) return nothingReported;
  const { numPassedTests, numFailedTests, numPendingTests } = read.data;
  return honest({ passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }, exitCode);
}

export function ofPlaywright(report: unknown, exitCode: number): Counts {
  const read = playwrightReport.safeParse(report);
  if (!read.success) return nothingReported;
  const { expected, unexpected, flaky, skipped } = read.data.stats;
  return honest({ passed: expected + flaky, failed: unexpected, skipped }, exitCode);
}

/** The runner broke down before it could count. */
const nothingReported: Counts = { passed: 0, failed: 1, skipped: 0 };

/** Count a file that does not load, an error between tests, or an empty run as a failure. */
function honest(counts: Counts, exitCode: number): Counts {
  const isFailure = exitCode !== 0 || counts.passed + counts.failed === 0;
  return isFailure && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The very last line of `npm test`. */
export function summary(counts: Counts): string {
  return `${counts.passed} passed, ${counts.failed} failed`;
}
