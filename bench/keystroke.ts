import { chromium, type Page } from '@playwright/test';
import { emptyTitlePage } from '#screenplay/element.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { writeFountain } from '#screenplay/fountain/write.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { chromiumPath } from '#test/e2e/chromium.ts';
import { startServer } from '#test/e2e/server.ts';
import { someScript } from '#test/randomScript.ts';
import type { Row } from './measure.ts';

const sizes = [10, 4_000, 20_000];
/** Lines typed in each place, after one to warm up. */
const rounds = 5;
const viewport = { width: 1440, height: 900 };

/**
 * From a key to the frame that shows its letter, in Chromium, in scripts of three sizes: the 95th percentile.
 * The floor is an empty page with one plain text field.
 */
export async function run(): Promise<Row[]> {
  const server = await startServer('embedded');
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-frame-rate-limit',
      '--disable-gpu-vsync',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
  try {
    const context = await browser.newContext({ viewport, baseURL: server.url });
    const page = await context.newPage();
    await page.goto(server.signInLink);
    const places: Place[] = [];
    for (const size of sizes) places.push(await inScript(await context.newPage(), size));
    places.push(await inPlainField(await context.newPage()));
    // In turns, so that other work on the machine meets all of them alike.
    for (let round = 0; round <= rounds; round++) for (const place of places) await type(place, round > 0);
    return places.map(({ name, of, times }) => ({ name, of, ms: p95(times) }));
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Where letters are typed. */
interface Place extends Pick<Row, 'name' | 'of'> {
  page: Page;
  times: number[];
}

async function inScript(page: Page, size: number): Promise<Place> {
  const elements = someScript(7, size);
  const text = writeFountain({ titlePage: emptyTitlePage, elements, format: defaultFormat, source: null });
  const answer = await page.request.post('/api/projects/import-file', {
    multipart: {
      scriptFile: { name: `${size}.fountain`, mimeType: 'text/plain', buffer: Buffer.from(text) },
    },
  });
  if (!answer.ok()) throw new Error(`Import of ${size} elements: ${answer.status()} ${await answer.text()}`);
  const { project, counts } = await answer.json();
  await page.goto(`/projects/${encodeProjectId(project.id)}/script`);
  // In the middle of the script: pages follow, and have to be broken anew.
  await page.locator('[data-element]').first().waitFor();
  await page.locator('[data-desk]').evaluate((node) => node.scrollTo(0, node.scrollHeight / 2));
  await page.locator('[data-element]').nth(4).locator('[data-from]').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  await watchKeys(page);
  return { name: `keystroke to paint, p95, ${counts.elements} elements`, of: 'ours', page, times: [] };
}

async function inPlainField(page: Page): Promise<Place> {
  await page.setContent('<textarea rows="4" cols="60"></textarea>');
  await page.locator('textarea').click();
  await watchKeys(page);
  return { name: 'keystroke to paint, p95, an empty page with one text field', of: 'floor', page, times: [] };
}

/** Keeps on the page, for each key, the milliseconds until behind the frame that shows its letter. */
function watchKeys(page: Page): Promise<void> {
  return page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keystrokeTimes: times });
    const onKey = ({ timeStamp }: KeyboardEvent) =>
      requestAnimationFrame(() => {
        // The first task behind a frame begins when the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    document.addEventListener('keydown', onKey, { capture: true });
  });
}

async function type({ page, times }: Place, isMeasured: boolean): Promise<void> {
  await page.bringToFront();
  for (const key of 'the rain has stopped and nobody noticed ') {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const measured: number[] = await page.evaluate('window.keystrokeTimes.splice(0)');
  if (isMeasured) times.push(...measured);
}

function p95(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}
