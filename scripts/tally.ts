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

/** The journeys that passed only at their second try, each as "file › title". */
export function retriedJourneys(report: unknown): string[] {
  const read = journeySuite.safeParse(report);
  return read.success ? retriedIn(read.data) : [];
}

function retriedIn({ suites = [], specs = [] }: JourneySuite): string[] {
  const here = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title }) => `${file} › ${title}`);
  return [...here, ...suites.flatMap(retriedIn)];
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

/** A file that does not load, an error between tests, or no test at all: no failed test, yet not a success. */
function honest(counts: Counts, exitCode: number): Counts {
  const isFailure = exitCode !== 0 || counts.passed + counts.failed === 0;
  return isFailure && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The very last line of `npm test`. */
export function summary(counts: Counts): string {
  return `${counts.passed} passed, ${counts.failed} failed`;
}
