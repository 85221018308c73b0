import type { Page, Route } from '@playwright/test';

/** The transfers of a page load with an empty cache: bytes on the wire, including headers. */
export interface Wire {
  bytes: number;
  requests: { path: string; bytes: number }[];
}

/** Open a URL and wait until nothing more is fetched. */
export async function wireOf(page: Page, address: string, shown: string): Promise<Wire> {
  const tool = await page.context().newCDPSession(page);
  const paths = new Map<string, string>();
  const requests: Wire['requests'] = [];
  await tool.send('Network.enable');
  await tool.send('Network.clearBrowserCache');
  tool.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  );
  tool.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    requests.push({ path: paths.get(requestId) ?? '', bytes: encodedDataLength }),
  );
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator(shown).first().waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => null));
  await tool.detach();
  return { bytes: requests.reduce((sum, each) => sum + each.bytes, 0), requests };
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
