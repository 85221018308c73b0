import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { isTimeOut } from './timeOuts.ts';

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

interface JourneyTry {
  status?: string | undefined;
  errors?: { message?: string | undefined }[] | undefined;
}

interface JourneySuite {
  suites?: JourneySuite[] | undefined;
  specs?: JourneySpec[] | undefined;
}

interface JourneySpec {
  file: string;
  title: string;
  tests: { status: string; results?: JourneyTry[] | undefined }[];
}

const journeyTry: z.ZodType<JourneyTry> = z.object({
  status: z.string().optional(),
  errors: z.array(z.object({ message: z.string().optional() })).optional(),
});

const journeySuite: z.ZodType<JourneySuite> = z.object({
  suites: z.lazy(() => z.array(journeySuite)).optional(),
  specs: z
    .array(
      z.object({
        file: z.string(),
        title: z.string(),
        tests: z.array(z.object({ status: z.string(), results: z.array(journeyTry).optional() })),
      }),
    )
    .optional(),
});

/** A test that passed only on its second try. */
export interface SecondTry {
  /** "file › name: error", with the first line of the first error. */
  test: string;
  /** Whether the first try timed out. After other failures a second try is not accepted. */
  isAfterTimeOut: boolean;
}

/** Return the journeys that failed on both tries, each as "file › title". */
export function failedJourneys(report: unknown): string[] {
  return journeysIn(report, 'unexpected').map(({ spec }) => nameOf(spec));
}

/** Return the journeys that passed only on their second try. */
export function retriedJourneys(report: unknown): SecondTry[] {
  return journeysIn(report, 'flaky').map(({ spec, firstTry }) => {
    const error = stripVTControlCharacters(firstTry?.errors?.[0]?.message ?? '');
    return {
      test: `${nameOf(spec)}: ${firstLine(error)}`,
      isAfterTimeOut: firstTry?.status === 'timedOut' || isTimeOut(error),
    };
  });
}

function nameOf({ file, title }: JourneySpec): string {
  return `${file} › ${title}`;
}

function journeysIn(
  report: unknown,
  status: string,
): { spec: JourneySpec; firstTry: JourneyTry | undefined }[] {
  const read = journeySuite.safeParse(report);
  if (!read.success) return [];
  const { suites = [], specs = [] } = read.data;
  const here = specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === status)
      .map(({ results }) => ({ spec, firstTry: results?.[0] })),
  );
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

/** Return the tests that passed only on their second try. */
export function retriedTests(report: unknown, root: string): SecondTry[] {
  const read = failedFiles.safeParse(report);
  if (!read.success) return [];
  return read.data.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ status, fullName, failureMessages }) => {
      const [firstError] = failureMessages ?? [];
      if (status !== 'passed' || firstError === undefined) return [];
      const test = `${path.relative(root, name)} › ${fullName}: ${firstLine(firstError)}`;
      return [{ test, isAfterTimeOut: isTimeOut(firstError) }];
    }),
  );
}

/**
 * Count the tests as failed whose second try is not accepted: the first failure was no time-out, so
 * the product or the test is not reliable.
 */
export function withoutUnaccepted(counts: Counts, secondTries: readonly SecondTry[]): Counts {
  const unaccepted = secondTries.filter(({ isAfterTimeOut }) => !isAfterTimeOut).length;
  return { ...counts, passed: counts.passed - unaccepted, failed: counts.failed + unaccepted };
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

/** Counts for a runner that crashed before it reported anything. */
const nothingReported: Counts = { passed: 0, failed: 1, skipped: 0 };

/** Count a file that does not load, an error between tests, or an empty run as one failure. */
function honest(counts: Counts, exitCode: number): Counts {
  const isFailure = exitCode !== 0 || counts.passed + counts.failed === 0;
  return isFailure && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** Return the last line of the output of `npm test`. */
export function summary(counts: Counts): string {
  return `${counts.passed} passed, ${counts.failed} failed`;
}
