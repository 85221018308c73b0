import type { CDPSession, Page } from '@playwright/test';
import type { Element } from '#shared/contract/elements.ts';
import { arrivalOf } from './arrival.ts';
import { type Bench, openBench, openBenchScript, type StoredScript, storedScript } from './browser.ts';
import { median, quantile, type Row } from './measure.ts';

const size = 4000;
const jumps = 12;
const inserts = 16;
const edits = { first: 100, last: 1000 };
/** Each edit changes the text and lays out the pages again; Enter after this many stores a line. */
const editsPerLine = 5;
const patienceMs = 120_000;

/**
 * Measure waiting times in a script of 4,000 elements in Chromium: going to a distant scene, a new
 * line in the middle and its number of calls, and the memory of 1,000 edits.
 */
export async function run(): Promise<Row[]> {
  const bench = await openBench();
  try {
    const script = await storedScript(bench, size);
    return [
      ...(await jumping(bench, script)),
      ...(await inserting(bench, script)),
      ...(await remembering(bench, script)),
    ];
  } finally {
    await bench.stop();
  }
}

/** To and fro between the ends of the script, so that no page is drawn already. */
async function jumping(bench: Bench, script: StoredScript): Promise<Row[]> {
  const headings = script.elements.filter(({ elementType }) => elementType === 'scene_heading');
  const { page } = await openBenchScript(bench, script, 'open');
  const byPalette: number[] = [];
  for (let round = 0; round < jumps; round++) {
    const scene = round % 2 === 0 ? headings.length - 5 - round : 5 + round;
    const heading = headings[scene];
    if (!heading) throw new Error(`There is no scene ${scene + 1}`);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill(`${scene + 1}`);
    await page
      .getByRole('option', { name: `${scene + 1}` })
      .first()
      .waitFor();
    const awaited = { selector: textOf(heading), from: 'keydown', key: 'Enter' } as const;
    byPalette.push(await arrivalOf(page, awaited, () => page.keyboard.press('Enter')));
  }
  const byPanel: number[] = [];
  const list = page.getByRole('list', { name: 'Scenes' });
  for (let round = 0; round < jumps; round++) {
    const isFar = round % 2 === 0;
    const heading = isFar ? headings.at(-1) : headings[1];
    if (!heading) throw new Error('There are too few scenes');
    // The list draws the rows near its window, too.
    await list.locator('[data-row]').first().focus();
    await page.keyboard.press(isFar ? 'End' : 'Home');
    if (!isFar) await page.keyboard.press('ArrowDown');
    const row = page.locator('[data-row]:focus');
    const awaited = { selector: textOf(heading), from: 'click' } as const;
    byPanel.push(await arrivalOf(page, awaited, () => row.click()));
  }
  await page.close();
  return [
    { of: 'ours', name: 'jump to a far scene, palette: median', figure: median(byPalette) },
    { of: 'ours', name: 'jump to a far scene, palette: p95', figure: quantile(byPalette, 0.95) },
    { of: 'ours', name: 'jump to a far scene, Filter panel: median', figure: median(byPanel) },
    { of: 'ours', name: 'jump to a far scene, Filter panel: p95', figure: quantile(byPanel, 0.95) },
  ];
}

const textOf = ({ id }: Element) => `[data-element="${id}"] [data-from]`;
/** The line that Enter opens. */
const emptyLine = '[data-desk] [role="textbox"][data-empty]';

/**
 * Measure Enter at the end of a typed line in the middle: the line is stored, and the next one is
 * shown.
 */
async function inserting(bench: Bench, script: StoredScript): Promise<Row[]> {
  const { page, action } = await openBenchScript(bench, script, 'open');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.method());
  });
  // Room below for all of the lines.
  await action.evaluate((node) => node.scrollIntoView({ block: 'start' }));
  await action.locator('[data-from]').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  const enter = () => page.keyboard.press('Enter');
  const awaited = { selector: emptyLine, from: 'keydown', key: 'Enter' } as const;
  const opened = await arrivalOf(page, awaited, enter);
  const stored: number[] = [];
  const answers: number[] = [];
  for (let round = 0; round < inserts; round++) {
    calls.length = 0;
    await page.keyboard.insertText('A bell, far off. Then nothing.');
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    stored.push(await arrivalOf(page, awaited, enter));
    const response = await answered;
    await response.finished();
    answers.push(response.request().timing().responseEnd);
    await page.waitForTimeout(100);
    const posts = calls.filter((method) => method !== 'GET').length;
    if (posts !== 1) throw new Error(`One line took ${posts} requests: ${calls.join(', ')}`);
  }
  const reads = calls.filter((method) => method === 'GET').length;
  await page.close();
  return [
    { of: 'ours', name: 'Enter, a new line in the middle on screen: first', figure: opened },
    { of: 'ours', name: 'Enter, a line stored and the next on screen: median', figure: median(stored) },
    { of: 'ours', name: 'Enter, a line stored and the next on screen: p95', figure: quantile(stored, 0.95) },
    { of: 'ours', name: 'the answer of the server to it: median', figure: median(answers) },
    { of: 'ours', name: 'Enter: writing requests to the server for each', unit: 'count', figure: 1 },
    { of: 'ours', name: 'Enter: reading requests after the last', unit: 'count', figure: reads },
  ];
}

/** Measure the heap after 100 and 1,000 edits, and after reopening the script. */
async function remembering(bench: Bench, script: StoredScript): Promise<Row[]> {
  const { page, action } = await openBenchScript(bench, script, 'open');
  const tool = await bench.context.newCDPSession(page);
  await action.locator('[data-from]').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  const write = async (count: number) => {
    for (let edit = 1; edit <= count; edit++) {
      await page.keyboard.insertText('A bell, far off. ');
      if (edit % editsPerLine === 0) await page.keyboard.press('Enter');
    }
    // The server has one after the other.
    const state = page.locator('header [role="status"]');
    await state.getByText('Saved', { exact: true }).waitFor({ timeout: patienceMs });
  };
  await write(edits.first);
  const first = await heapOf(page, tool);
  await write(edits.last - edits.first);
  const last = await heapOf(page, tool);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.locator('[data-element]').first().waitFor();
  const reopened = await heapOf(page, tool);
  await page.close();
  return [
    { of: 'ours', name: `memory after ${edits.first} edits`, unit: 'MB', figure: first },
    { of: 'ours', name: `memory after ${edits.last} edits`, unit: 'MB', figure: last },
    { of: 'floor', name: 'memory of the same script, reopened', unit: 'MB', figure: reopened },
    { of: 'ours', name: `memory, ${edits.last} ÷ ${edits.first} edits`, unit: '×', figure: last / first },
    { of: 'ours', name: `memory, ${edits.last} edits ÷ reopened`, unit: '×', figure: last / reopened },
  ];
}

async function heapOf(page: Page, tool: CDPSession): Promise<number> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))));
  for (let round = 0; round < 3; round++) await tool.send('HeapProfiler.collectGarbage');
  const { usedSize } = await tool.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}
