import type { CDPSession, Page } from '@playwright/test';
import { stepsTo, wireOf } from '#test/e2e/wire.ts';
import { arrived, watchFirstPage } from './arrival.ts';
import { type Bench, benchScript, openBench, type StoredScript, storedScript } from './browser.ts';
import { type EditorPages, openEditorPages } from './editorPages.ts';
import { median, type Row } from './measure.ts';

const size = 4000;
const opens = 7;
const firstText = '[data-element] [data-from]';
/** Includes the server's first sheet, which is readable but not yet editable. */
const readable = `.opening text, ${firstText}`;

/** An opened page, and the awaited text. */
interface Target {
  of: Row['of'];
  name: string;
  address: string;
  firstText: string;
}

/**
 * Measure the time from an address to text on the first page, in Chromium: with an empty and a
 * filled cache, ours and ProseMirror's alternately; bytes on the wire, and the number of round
 * trips before there is text.
 */
export async function run({ hasPeers }: { hasPeers: boolean }): Promise<Row[]> {
  const bench = await openBench();
  const peer = hasPeers ? await openEditorPages(benchScript) : null;
  try {
    const [long, short] = [await storedScript(bench, size), await storedScript(bench, 10)];
    const targets = targetsOf(long, short, peer);
    return [
      ...(await timesOf(bench, targets, 'kept')),
      ...(await timesOf(bench, targets, 'empty')),
      ...(await wiresOf(bench, long)),
    ];
  } finally {
    peer?.stop();
    await bench.stop();
  }
}

function targetsOf(long: StoredScript, short: StoredScript, peer: EditorPages | null): Target[] {
  const ours = [long, short].flatMap(({ address, elements }) => {
    const name = `${elements.length} elements`;
    return [
      { of: 'ours' as const, name: `${name}, to be read`, address, firstText: readable },
      { of: 'ours' as const, name: `${name}, to be written on`, address, firstText },
    ];
  });
  if (!peer) return ours;
  const firstTexts = { ProseMirror: 'p', CodeMirror: '.cm-line' } as const;
  const peers = (['ProseMirror', 'CodeMirror'] as const).map((editor) => ({
    of: 'peer' as const,
    name: `the page alone, ${editor}`,
    address: peer.address(editor, size),
    firstText: firstTexts[editor],
  }));
  return [...ours, ...peers];
}

/** Measure alternately, so that other load affects all alike; each in a separate page. */
async function timesOf(bench: Bench, targets: Target[], cache: 'kept' | 'empty'): Promise<Row[]> {
  const times = targets.map(() => [] as number[]);
  for (let round = 0; round <= opens; round++) {
    for (const [i, target] of targets.entries()) {
      const page = await bench.newPage();
      if (cache === 'empty') await emptyCache(await bench.context.newCDPSession(page));
      await page.addInitScript(watchFirstPage, target.firstText);
      await page.goto(target.address);
      const time = await arrived(page, target.firstText);
      if (round > 0) times[i]?.push(time);
      await page.close();
    }
  }
  return targets.map(({ of, name }, i) => ({
    of,
    name: `open, ${name}, the first page; cache ${cache}`,
    figure: median(times[i] ?? []),
  }));
}

async function emptyCache(tool: CDPSession): Promise<void> {
  await tool.send('Network.clearBrowserCache');
  await tool.detach();
}

async function wiresOf(bench: Bench, script: StoredScript): Promise<Row[]> {
  const page = await bench.newPage();
  const { bytes, requests } = await wireOf(page, script.address, firstText);
  const list = requests.find(({ path }) => path.endsWith('/script-elements'));
  const { origin } = new URL(page.url());
  await page.close();
  const fresh = await bench.newPage();
  const steps = await stepsTo(fresh, script.address, firstText);
  await fresh.close();
  const visitor = await bench.context.browser()?.newContext({ baseURL: origin });
  if (!visitor) throw new Error('The browser is gone');
  const visitorsPage = await visitor.newPage();
  const first = await wireOf(visitorsPage, '/', 'h1');
  const signIn = await wireOf(visitorsPage, '/api/login', 'h1');
  const largestMs = await largestPaintOf(await visitor.newPage(), '/');
  await visitor.close();
  const kB = (name: string, figure = Number.NaN): Row => ({
    of: 'ours',
    name: `${name}, on the wire`,
    unit: 'kB',
    figure: figure / 1000,
  });
  return [
    kB(`script page, ${size} elements`, bytes),
    kB('its script list', list?.bytes),
    kB("a visitor's first page", first.bytes),
    kB('sign-in', signIn.bytes),
    {
      of: 'ours',
      name: "a visitor's first page, its largest part; a processor of a quarter of the speed",
      figure: largestMs,
    },
    { of: 'ours', name: 'steps in a row to the first page', unit: 'count', figure: steps.length },
  ];
}

/**
 * Return the time of the largest paint of a page, with the CPU throttled to a quarter of its speed.
 */
async function largestPaintOf(page: Page, address: string): Promise<number> {
  const tool = await page.context().newCDPSession(page);
  await tool.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      document.documentElement.dataset.lcp = String(list.getEntries().at(-1)?.startTime);
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  return Number(await page.locator('html').getAttribute('data-lcp'));
}
