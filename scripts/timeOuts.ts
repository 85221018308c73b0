import { stripVTControlCharacters } from 'node:util';

/**
 * First lines of errors of Vitest, Testing Library, Playwright and test/eventually.ts that report a
 * time-out.
 */
const firstLines = [
  /^(\w*Error: )?Timed out (in|after) /,
  /^\w*Error: (Test|Hook) timed out in /,
  /^TimeoutError: /,
  /^Error: \w+\.\w+: Timeout \d+ms exceeded/,
  /^(Error: .*)?(Test|hook) timeout of \d+ms exceeded/,
  /^Fixture ".*" timeout of \d+ms exceeded/,
  /^"\w+" hook timeout of \d+ms exceeded/,
];

/**
 * Later lines that show a wait: Playwright's expect(locator), expect.poll and toPass print their
 * timeout; in the others a stack frame is inside expect.poll or waitFor.
 */
const laterLines = [
  /^Timeout: +\d+ms$/m,
  /^- Timeout \d+ms exceeded while waiting on the predicate$/m,
  /^ +at \S*__VITEST_POLL_CHAIN__ /m,
  /^ +at waitForWrapper /m,
  /^ +at (\w+\.)?checkCallback /m,
];

/**
 * Testing Library's waitFor appends the page to the error of an expectation; a test that does not
 * wait has no page there.
 */
const pageOfWait = /^AssertionError: [\s\S]*^ *(Ignored nodes: |<html)/m;

/**
 * Return whether the error of a failed test, as its runner reports it, is the time-out of a wait,
 * of a hook or of the test. All other errors mean that the product or the test is wrong.
 */
export function isTimeOut(reported: string): boolean {
  const text = stripVTControlCharacters(reported);
  const firstLine = text.split('\n', 1)[0] ?? '';
  return (
    firstLines.some((pattern) => pattern.test(firstLine)) ||
    laterLines.some((pattern) => pattern.test(text)) ||
    pageOfWait.test(text)
  );
}
