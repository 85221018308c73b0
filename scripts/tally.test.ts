import { describe, expect, test } from 'vitest';
import {
  add,
  failedJourneys,
  failedTests,
  ofPlaywright,
  ofStep,
  ofVitest,
  retriedJourneys,
  retriedTests,
  summary,
  withoutUnaccepted,
} from './tally.ts';

const vitest = (passed: number, failed: number, pending = 0) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: pending,
});
const playwright = (expected: number, unexpected: number, flaky = 0) => ({
  stats: { expected, unexpected, flaky, skipped: 0 },
});

test('summary adds up checks, tests and end-to-end tests', () => {
  const parts = [ofStep(0), ofStep(2), ofVitest(vitest(40, 0, 1), 0), ofPlaywright(playwright(2, 1, 1), 1)];
  const total = parts.reduce(add);
  expect(summary(total)).toBe('44 passed, 2 failed');
  expect(total.skipped).toBe(1);
});

test('tally counts a runner that fails without a failed test as one failure', () => {
  expect(ofVitest(vitest(40, 0), 1)).toEqual({ passed: 40, failed: 1, skipped: 0 });
  expect(ofPlaywright(playwright(3, 0), 1).failed).toBe(1);
});

test('tally counts a runner without a report or without tests as failed', () => {
  expect(ofVitest(null, 0).failed).toBe(1);
  expect(ofPlaywright({ stats: {} }, 0).failed).toBe(1);
  expect(ofVitest(vitest(0, 0), 0).failed).toBe(1);
  expect(ofPlaywright(playwright(0, 0), 0).failed).toBe(1);
});

test('failures are not counted twice', () => {
  expect(ofVitest(vitest(1, 2), 1)).toEqual({ passed: 1, failed: 2, skipped: 0 });
});

describe('retriedJourneys', () => {
  const spec = (title: string, status: string, ...results: object[]) => ({
    ...{ file: 'story.spec.ts', title },
    tests: [{ status, results }],
  });
  const failedBy = (message: string) => ({ status: 'failed', errors: [{ message }] });
  const passed = { status: 'passed', errors: [] };
  const timeOut = 'Error: expect(locator).toBeVisible() failed\n\nExpected: visible\nTimeout: 15000ms\n';
  const report = {
    suites: [
      {
        specs: [spec('import a feature', 'expected', passed)],
        suites: [
          {
            specs: [
              spec('write on', 'flaky', failedBy(timeOut), passed),
              spec('print', 'flaky', failedBy('\u001b[31mError: expected 1 to be 2\u001b[39m\n'), passed),
              spec('comment', 'flaky', { status: 'timedOut', errors: [{ message: 'closed' }] }, passed),
              spec('export', 'unexpected', failedBy(timeOut), failedBy(timeOut)),
            ],
          },
        ],
      },
    ],
  };

  test('names the journeys that needed a second try, and why', () => {
    expect(retriedJourneys(report)).toEqual([
      {
        test: 'story.spec.ts › write on: Error: expect(locator).toBeVisible() failed',
        isAfterTimeOut: true,
      },
      { test: 'story.spec.ts › print: Error: expected 1 to be 2', isAfterTimeOut: false },
      { test: 'story.spec.ts › comment: closed', isAfterTimeOut: true },
    ]);
    expect(retriedJourneys(null)).toEqual([]);
  });

  test('leaves out those that failed twice, which failedJourneys names', () => {
    expect(failedJourneys(report)).toEqual(['story.spec.ts › export']);
    expect(failedJourneys(null)).toEqual([]);
  });
});

test('failedTests names a failed test with its file and the first line of its error, and a file that does not load', () => {
  const report = {
    testResults: [
      {
        name: '/project/web/board.test.tsx',
        status: 'failed',
        assertionResults: [
          { fullName: 'board opens', status: 'passed', failureMessages: [] },
          {
            fullName: 'board closes',
            status: 'failed',
            failureMessages: ['Error: still open\n    at board.ts:3'],
          },
        ],
      },
      {
        name: '/project/server/app.test.ts',
        status: 'failed',
        message: 'Cannot find module',
        assertionResults: [],
      },
      { name: '/project/server/lib.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  };
  expect(failedTests(report, '/project')).toEqual([
    'web/board.test.tsx › board closes: Error: still open',
    'server/app.test.ts: Cannot find module',
  ]);
  expect(failedTests(null, '/project')).toEqual([]);
});

test('retriedTests names a test that passed at its second try, with its first error', () => {
  const tried = (fullName: string, status: string, failureMessages: string[] | null) => ({
    ...{ fullName, status, failureMessages },
  });
  const report = {
    testResults: [
      {
        ...{ name: '/project/web/board.test.tsx', status: 'failed' },
        assertionResults: [
          tried('opens', 'passed', []),
          tried('closes', 'passed', ['Error: still open\n    at board.ts:3']),
          tried('saves', 'passed', ['TestTimeoutError: Test timed out in 120000ms.']),
          tried('moves', 'failed', ['Error: stuck', 'Error: stuck']),
        ],
      },
    ],
  };
  expect(retriedTests(report, '/project')).toEqual([
    { test: 'web/board.test.tsx › closes: Error: still open', isAfterTimeOut: false },
    {
      test: 'web/board.test.tsx › saves: TestTimeoutError: Test timed out in 120000ms.',
      isAfterTimeOut: true,
    },
  ]);
  expect(retriedTests(null, '/project')).toEqual([]);
});

describe('withoutUnaccepted', () => {
  const counts = { passed: 9, failed: 0, skipped: 1 };

  test('counts a second try as a failure when the first one did not time out', () => {
    expect(withoutUnaccepted(counts, [{ test: 'closes', isAfterTimeOut: false }])).toEqual({
      ...{ passed: 8, failed: 1, skipped: 1 },
    });
  });

  test('accepts a second try after a time-out', () => {
    expect(withoutUnaccepted(counts, [{ test: 'saves', isAfterTimeOut: true }])).toEqual(counts);
  });
});
