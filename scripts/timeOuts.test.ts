import { expect, test, vi } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { isTimeOut } from './timeOuts.ts';

const frame = '\n    at /project/server/board.test.ts:5:35';

test.each([
  ['a test', `TestTimeoutError: Test timed out in 200ms.\nIf this is a long-running test${frame}`],
  ['a hook', `HookTimeoutError: Hook timed out in 200ms.${frame}`],
  [
    'expect.poll',
    `Error: expected 1 to be 2 // Object.is equality\n    at Proxy.__VITEST_POLL_CHAIN__ (file:///a.js:7403:47)${frame}`,
  ],
  ['vi.waitUntil', `Error: Timed out in waitUntil!\n    at Object.waitUntil (file:///a.js:7030:44)${frame}`],
  [
    'vi.waitFor',
    `AssertionError: expected 1 to be 2${frame}\n    at Timeout.checkCallback (file:///a.js:7003:20)`,
  ],
  [
    'findByText',
    `Error: Unable to find an element with the text: zz.\n\nIgnored nodes: comments, script, style\n\u001b[36m<body />\u001b[39m\n    at waitForWrapper (/project/wait-for.js:163:27)${frame}`,
  ],
  [
    "Testing Library's waitFor",
    `AssertionError: expected 1 to be 2${frame}\n    at checkCallback (/project/wait-for.js:124:77)`,
  ],
  [
    "Testing Library's waitFor of asynchronous work",
    `AssertionError: expected 1 to be 2\n\nIgnored nodes: comments, script, style\n\u001b[36m<html>\u001b[39m${frame}`,
  ],
  [
    'the same where only the page is printed',
    `AssertionError: expected 1 to be 2\n\n\u001b[36m<html>\u001b[39m${frame}`,
  ],
  ['a fetch with a deadline', 'TimeoutError: The operation was aborted due to timeout'],
])('recognises the time-out of %s', (_, text) => {
  expect(isTimeOut(text)).toBe(true);
});

const expected = '\u001b[2mexpect(\u001b[22m\u001b[31mlocator\u001b[39m\u001b[2m)';

test.each([
  ['a test', '\u001b[31mTest timeout of 800ms exceeded.\u001b[39m'],
  ['an action that the test ended', 'Error: locator.click: Test timeout of 800ms exceeded.\nCall log:'],
  ['a hook', '"beforeEach" hook timeout of 800ms exceeded.'],
  [
    'toBeVisible',
    `Error: ${expected}.toBeVisible() failed\n\nLocator: locator('b')\nExpected: visible\nTimeout: 15000ms\nError: element(s) not found`,
  ],
  [
    'toHaveText',
    `Error: ${expected}.toHaveText(expected) failed\n\nExpected: "x"\nReceived: "hi"\nTimeout:  15000ms\n\nCall log:`,
  ],
  [
    'a click',
    "TimeoutError: locator.click: Timeout 300ms exceeded.\nCall log:\n  - waiting for locator('b')",
  ],
  [
    'a click in toPass',
    "Error: locator.click: Timeout 1000ms exceeded.\nCall log:\n  - waiting for locator('b')",
  ],
  [
    'expect.poll and toPass',
    'Error: expect(received).toBe(expected)\n\nExpected: 2\nReceived: 1\n\nCall Log:\n- Timeout 300ms exceeded while waiting on the predicate\n',
  ],
])('recognises the time-out of %s in Playwright', (_, text) => {
  expect(isTimeOut(text)).toBe(true);
});

test.each([
  ['an expectation', `AssertionError: expected 1 to be 2 // Object.is equality${frame}`],
  ['an expected text', `AssertionError: expected 'a' to be 'Timed out in 5 ms'${frame}`],
  [
    'a query that does not wait',
    `TestingLibraryElementError: Unable to find an element\n\nIgnored nodes: comments, script, style\n<body />\n    at Object.getElementError (/project/config.js:37:19)${frame}`,
  ],
  ['a thrown error', `TypeError: Cannot read properties of undefined (reading 'id')${frame}`],
  ["Playwright's expectation", 'Error: expect(received).toBe(expected)\n\nExpected: 2\nReceived: 1\n'],
  [
    "Playwright's expected text",
    'Error: expect(received).toBe(expected)\n\nExpected: "Timeout 15000ms exceeded"\nReceived: "Timeout: 5ms"\n',
  ],
  [
    'a locator of two elements',
    `Error: ${expected}.toBeVisible() failed\n\nLocator: locator('p')\nExpected: visible\nError: strict mode violation: locator('p') resolved to 2 elements:\n\nCall log:\n  - Expect "toBeVisible" locator('p') with timeout 300ms`,
  ],
  ['a page that does not load', 'Error: page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1:9/'],
  ['nothing', ''],
])('does not take %s for a time-out', (_, text) => {
  expect(isTimeOut(text)).toBe(false);
});

/** Return the error of `work` as the report of Vitest has it. */
async function reportedBy(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  throw new Error('the work did not fail');
}

test.each([
  ['expect.poll', () => expect.poll(() => 1, { timeout: 30, interval: 10 }).toBe(2)],
  ['vi.waitFor', () => vi.waitFor(() => expect(1).toBe(2), { timeout: 60, interval: 10 })],
  ['vi.waitUntil', () => vi.waitUntil(() => false, { timeout: 30, interval: 10 })],
  ['eventually', () => eventually(async () => expect(1).toBe(2), { timeout: 60, interval: 10 })],
])('recognises what %s of the installed Vitest reports', async (_, wait) => {
  expect(isTimeOut(await reportedBy(wait))).toBe(true);
});

test('does not take what an expectation of the installed Vitest reports for a time-out', async () => {
  expect(isTimeOut(await reportedBy(() => expect(1).toBe(2)))).toBe(false);
  expect(isTimeOut(await reportedBy(() => expect({ a: 1 }).toEqual({ a: 2 })))).toBe(false);
});
