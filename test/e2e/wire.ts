import type { Page, Route } from '@playwright/test';

/** The transfers of a page load with an empty cache: bytes on the wire, including headers. */
export interface Wire {
  bytes: number;
  requests: { path: string; bytes: number }[];
}

/**
 * Open a URL; return what it requests until something is shown, and all fonts. What is fetched
 * later for other windows depends on how busy the machine is.
 */
export async function wireOf(page: Page, address: string, shown: string): Promise<Wire> {
  const tool = await page.context().newCDPSession(page);
  const sent = new Map<string, { path: string; at: number }>();
  const finished: (Wire['requests'][number] & { at: number })[] = [];
  await tool.send('Network.enable');
  await tool.send('Network.clearBrowserCache');
  tool.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) =>
    sent.set(requestId, { path: new URL(request.url).pathname, at: wallTime * 1000 }),
  );
  tool.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    const request = sent.get(requestId);
    if (request) finished.push({ ...request, bytes });
  });
  await page.addInitScript(markWhenShown, shown);
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator(shown).first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => null));
  const shownAt = await page.evaluate(
    () => performance.timeOrigin + (performance.getEntriesByName('shown')[0]?.startTime ?? Infinity),
  );
  await tool.detach();
  const requests = finished.filter(({ path, at }) => at <= shownAt || path.endsWith('.woff2'));
  return { bytes: requests.reduce((sum, each) => sum + each.bytes, 0), requests };
}

/** Mark the time of the frame in which an element has text. Runs in the page. */
function markWhenShown(css: string): void {
  const look = () => {
    if (document.querySelector(css)?.textContent) performance.mark('shown');
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * Count the round trips before something is shown, independent of latency. Answers are held until
 * the page has made all requests that it can make without them. Then they arrive together.
 */
export async function stepsTo(page: Page, address: string, shown: string): Promise<string[][]> {
  const steps: string[][] = [];
  let held: Route[] = [];
  let whenHeld: () => void = () => undefined;
  let isOpen = false;
  await page.route('**/*', async (route) => {
    if (isOpen) return route.continue();
    held.push(route);
    whenHeld();
  });
  const firstHeld = new Promise<void>((resolve) => {
    whenHeld = resolve;
  });
  const opened = page.goto(address, { waitUntil: 'commit' });
  await firstHeld;
  while (held.length > 0 && !(await isShown(page, shown))) {
    const wave = held;
    held = [];
    steps.push(wave.map((route) => new URL(route.request().url()).pathname));
    await Promise.all(
      wave.map(async (route) => {
        await route.continue();
        await (await route.request().response())?.finished();
      }),
    );
    await opened;
    await untilIdle(page);
  }
  isOpen = true;
  await Promise.all(held.map((route) => route.continue()));
  await page.locator(shown).first().waitFor();
  await page.unroute('**/*');
  return steps;
}

function isShown(page: Page, selector: string): Promise<boolean> {
  if (page.url() === 'about:blank') return Promise.resolve(false);
  return page.evaluate((css) => (document.querySelector(css)?.textContent ?? '') !== '', selector);
}

/** Wait until the page has processed everything that it has received. */
async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 30; turn++) {
      // Without a timeout, it would wait for the first frame, which waits for the styles.
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 20 }));
    }
  });
}
