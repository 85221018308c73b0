import type { Page } from '@playwright/test';
import {
  type Bench,
  benchScript,
  openBench,
  openBenchScript,
  type StoredScript,
  storedScript,
} from './browser.ts';
import { median, type Row } from './measure.ts';
import { proseMirrorPages } from './proseMirror.ts';
import { p50, p95, placeOn, type TypingPlace, typeInTurns } from './typing.ts';

/** Lines of 40 letters typed in each place, after one to warm up. */
const rounds = 5;

/**
 * From a key to the frame that shows its letter, in Chromium, in the middle of scripts of several sizes: the 95th
 * percentile, the median of the same keys, and the work of the page's main thread for each, which other programs on
 * the machine do not disturb. Beside it the same text in ProseMirror; the floor is an empty page with one editable
 * text.
 */
export async function run({ hasPeers }: { hasPeers: boolean }): Promise<Row[]> {
  const bench = await openBench();
  const peer = hasPeers ? await proseMirrorPages(benchScript) : null;
  try {
    const short = await inOurs(bench, 10);
    const long = await inOurs(bench, 4000);
    const longest = await inElement(bench, await storedScript(bench, 20_000), 'closed');
    const floor = await inEmptyPage(await bench.newPage());
    const peers = peer
      ? [
          await inPeer(await bench.newPage(), peer.address(10), 10),
          await inPeer(await bench.newPage(), peer.address(4000), 4000),
        ]
      : [];
    const places = [...short.all, ...long.all, longest, ...peers, floor];
    await typeInTurns(places, rounds);
    const [peerShort, peerLong] = peers;
    const { closed, open, newLine } = long;
    return [
      ...places.map((place) => ({ name: `${place.name}: p95`, of: place.of, figure: p95(place) })),
      ...places.map((place) => ({ name: `${place.name}: median`, of: place.of, figure: p50(place) })),
      ...places.map(({ name, of, work }) => ({ name: `${name}: work`, of, figure: median(work) })),
      ratio('p95, 4,000 ÷ 10 elements, panel closed', closed, short.closed),
      ratio('p95, 4,000 ÷ 10 elements, panel open', open, short.open),
      ratio('p95, 4,000 ÷ 10 elements, a new line', newLine, short.newLine),
      ratio('p95, 20,000 ÷ 10 elements, panel closed', longest, short.closed),
      workRatio('work, 4,000 ÷ 10 elements, panel closed', closed, short.closed),
      workRatio('work, 4,000 ÷ 10 elements, panel open', open, short.open),
      ratio('p95, 4,000 elements, panel closed ÷ the empty page', closed, floor),
      ratio('p95, 4,000 elements, panel open ÷ the empty page', open, floor),
      ...(peerShort && peerLong
        ? [
            ratio('p95, 10 elements, panel closed ÷ ProseMirror', short.closed, peerShort),
            ratio('p95, 4,000 elements, panel closed ÷ ProseMirror', closed, peerLong),
            ratio('p95, 4,000 elements, panel open ÷ ProseMirror', open, peerLong),
            workRatio('work, 4,000 elements, panel open ÷ ProseMirror', open, peerLong),
          ]
        : []),
    ];
  } finally {
    peer?.stop();
    await bench.stop();
  }
}

function ratio(name: string, one: TypingPlace, other: TypingPlace): Row {
  return { name, of: one.of, unit: '×', figure: p95(one) / p95(other) };
}

function workRatio(name: string, one: TypingPlace, other: TypingPlace): Row {
  return { name, of: one.of, unit: '×', figure: median(one.work) / median(other.work) };
}

/** The places in a script of that many elements. */
async function inOurs(bench: Bench, size: number) {
  const closed = await inElement(bench, await storedScript(bench, size), 'closed');
  const open = await inElement(bench, await storedScript(bench, size), 'open');
  const newLine = await inNewLine(bench, await storedScript(bench, size));
  return { closed, open, newLine, all: [closed, open, newLine] };
}

async function inElement(bench: Bench, script: StoredScript, panel: 'open' | 'closed'): Promise<TypingPlace> {
  const { page, action } = await openBenchScript(bench, script, panel);
  await action.locator('[data-from]').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  return placeOn(page, `${counted(script)}, panel ${panel}`, 'ours');
}

async function inNewLine(bench: Bench, script: StoredScript): Promise<TypingPlace> {
  const { page, action } = await openBenchScript(bench, script);
  await action.focus();
  await page.keyboard.press('Shift+Enter');
  await page.getByRole('textbox', { name: 'Action' }).and(page.locator('[data-empty]')).first().waitFor();
  return placeOn(page, `${counted(script)}, a new line`, 'ours');
}

const counted = ({ elements }: StoredScript) => `keystroke to paint, ${elements.length} elements`;

async function inPeer(page: Page, address: string, size: number): Promise<TypingPlace> {
  await page.goto(address);
  const elements = benchScript(size);
  const middle = elements.findIndex(
    ({ elementType }, index) => elementType === 'action' && index >= elements.length / 2 - 1,
  );
  await page.evaluate(`window.putCaretBehind(${middle})`);
  return placeOn(page, `keystroke to paint, ${elements.length} elements, ProseMirror`, 'peer');
}

async function inEmptyPage(page: Page): Promise<TypingPlace> {
  await page.setContent('<p contenteditable>A text.</p>');
  await page.locator('p').click();
  return placeOn(page, 'keystroke to paint, an empty page with one editable text', 'floor');
}
