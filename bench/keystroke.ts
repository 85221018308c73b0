import type { Page } from '@playwright/test';
import { type Bench, benchScript, openBench, openBenchScript, storedScript } from './browser.ts';
import { type Editor, type EditorPages, openEditorPages } from './editorPages.ts';
import { median, quantile, type Row } from './measure.ts';
import { type Kind, placeOn, type TypingPlace, typeInTurns } from './typing.ts';

/** Lines of 40 letters and six times Enter in each place, after one round to warm up. */
const rounds = 5;
const sizes = [10, 4000, 20_000] as const;
const editors = ['ProseMirror', 'CodeMirror'] as const;

/**
 * Editors in which one text is typed, by number of elements. Only `withPanel` has its side panel
 * open.
 */
interface Places {
  ours: Map<number, TypingPlace>;
  withPanel: TypingPlace;
  peers: Map<Editor, Map<number, TypingPlace>>;
  /** An empty page with one editable text. */
  floor: TypingPlace;
}

/**
 * Measure a letter and Enter in Chromium, in the middle of scripts of several sizes: from the key
 * to the frame with its result, and the CPU time of the page's main thread, which other processes
 * do not disturb. The time of a page without an editor is printed and subtracted in separate rows.
 */
export async function run({ hasPeers }: { hasPeers: boolean }): Promise<Row[]> {
  const bench = await openBench();
  const pages = hasPeers ? await openEditorPages(benchScript) : null;
  try {
    const places = await openPlaces(bench, pages);
    await typeInTurns(allOf(places), rounds);
    return (['key', 'Enter'] as const).flatMap((kind) => [
      ...figuresOf(places, kind),
      ...ratiosOf(places, kind),
    ]);
  } finally {
    pages?.stop();
    await bench.stop();
  }
}

function allOf({ ours, withPanel, peers, floor }: Places): TypingPlace[] {
  return [...ours.values(), withPanel, ...[...peers.values()].flatMap((each) => [...each.values()]), floor];
}

function figuresOf(places: Places, kind: Kind): Row[] {
  const floor = median(places.floor.work[kind]);
  return allOf(places).flatMap(({ name, of, times, work }) => [
    { name: `${kind}, ${name}: p50`, of, figure: median(times[kind]) },
    { name: `${kind}, ${name}: p95`, of, figure: quantile(times[kind], 0.95) },
    { name: `${kind}, ${name}: work`, of, figure: median(work[kind]) },
    ...(of === 'floor'
      ? []
      : [{ name: `${kind}, ${name}: work above the floor`, of, figure: median(work[kind]) - floor }]),
  ]);
}

function ratiosOf({ ours, peers }: Places, kind: Kind): Row[] {
  const [short, ...longer] = [...ours.values()];
  if (!short) return [];
  const toShort = longer.flatMap((place) => [
    ratio(`${kind}, p50, ${place.name} ÷ 10`, median(place.times[kind]), median(short.times[kind])),
    ratio(`${kind}, work, ${place.name} ÷ 10`, median(place.work[kind]), median(short.work[kind])),
  ]);
  const toPeers = [...peers].flatMap(([editor, bySize]) =>
    [...bySize].flatMap(([size, peer]) => {
      const place = ours.get(size);
      if (!place) return [];
      const p95 = (each: TypingPlace) => quantile(each.times[kind], 0.95);
      return [
        ratio(`${kind}, p95, ${place.name} ÷ ${editor}`, p95(place), p95(peer)),
        ratio(`${kind}, work, ${place.name} ÷ ${editor}`, median(place.work[kind]), median(peer.work[kind])),
      ];
    }),
  );
  return [...toShort, ...toPeers];
}

function ratio(name: string, one: number, other: number): Row {
  return { name, of: 'ours', unit: '×', figure: one / other };
}

async function openPlaces(bench: Bench, pages: EditorPages | null): Promise<Places> {
  const ours = new Map<number, TypingPlace>();
  for (const size of sizes) ours.set(size, await inOurs(bench, size));
  const withPanel = await inOurs(bench, 4000, 'open');
  const peers = new Map<Editor, Map<number, TypingPlace>>();
  for (const editor of pages ? editors : []) {
    const bySize = new Map<number, TypingPlace>();
    for (const size of sizes) {
      const address = pages?.address(editor, size) ?? '';
      bySize.set(size, await inPeer(await bench.newPage(), editor, address, size));
    }
    peers.set(editor, bySize);
  }
  return { ours, withPanel, peers, floor: await inEmptyPage(await bench.newPage()) };
}

export async function inOurs(
  bench: Bench,
  size: number,
  panel: 'open' | 'closed' = 'closed',
): Promise<TypingPlace> {
  const { page, action } = await openBenchScript(bench, await storedScript(bench, size), panel);
  await action.locator('[data-from]').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  const name = `${size} elements${panel === 'open' ? ', panel open' : ''}`;
  const storing = async (act: () => Promise<void>) => {
    const answered = page.waitForResponse((response) => response.request().method() !== 'GET');
    await act();
    await (await answered).finished();
  };
  return placeOn(page, { name, of: 'ours', storing });
}

export async function inPeer(
  page: Page,
  editor: Editor,
  address: string,
  size: number,
): Promise<TypingPlace> {
  await page.goto(address);
  const elements = benchScript(size);
  const middle = elements.findIndex(
    ({ elementType }, index) => elementType === 'action' && index >= elements.length / 2 - 1,
  );
  await page.evaluate(`window.putCaretAfter(${middle})`);
  return placeOn(page, { name: `${size} elements, ${editor}`, of: 'peer' });
}

export async function inEmptyPage(page: Page): Promise<TypingPlace> {
  await page.setContent('<p contenteditable>A text.</p>');
  await page.locator('p').click();
  return placeOn(page, { name: 'an empty page with one editable text', of: 'floor' });
}
