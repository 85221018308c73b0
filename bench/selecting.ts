import type { Page } from '@playwright/test';
import { defaultFormat } from '#screenplay/format.ts';
import { storedElements } from '#test/e2e/projects.ts';
import { paginateElements, scrollToElement } from '#test/e2e/sheets.ts';
import { type Bench, benchScript, openBench, openBenchScript, storedScript } from './browser.ts';
import { type Editor, openEditorPages } from './editorPages.ts';
import { median, type Row } from './measure.ts';
import { timesOfInputs } from './typing.ts';

const size = 4000;
const selected = 500;
const rounds = 7;

/** An editor with a script, in which something is selected by Shift and a click. */
interface SelectingPlace extends Pick<Row, 'of'> {
  name: string;
  page: Page;
  /** Puts the caret at the start of an element. */
  putCaret(index: number): Promise<void>;
  /** A point in the window, at the start of an element that was scrolled to. */
  pointAt(index: number): Promise<{ x: number; y: number }>;
  /** When the last change is stored, where that is part of it. */
  count(): Promise<number>;
  undo(): Promise<void>;
}

/**
 * Measure selecting 500 of 4,000 elements by Shift and a click, and deleting them, in Chromium:
 * from the input to the frame with its result. Beside it the same text in other editors.
 */
export async function run({ hasPeers }: { hasPeers: boolean }): Promise<Row[]> {
  const bench = await openBench();
  const pages = hasPeers ? await openEditorPages(benchScript) : null;
  try {
    const places = [await inOurs(bench)];
    for (const editor of pages ? (['ProseMirror', 'CodeMirror'] as const) : []) {
      const page = await bench.newPage();
      await page.goto(pages?.address(editor, size) ?? '');
      places.push(inPeer(page, editor));
    }
    const times = places.map(() => ({ selecting: [] as number[], deleting: [] as number[] }));
    for (let round = 0; round <= rounds; round++) {
      for (const [i, place] of places.entries()) {
        const { selecting, deleting } = await selectAndDelete(place);
        if (round === 0) continue;
        times[i]?.selecting.push(selecting);
        times[i]?.deleting.push(deleting);
      }
    }
    return (['selecting', 'deleting'] as const).flatMap((what) =>
      places.map(({ name, of }, i) => ({
        name: `${what} ${selected} of ${size} elements, ${name}: median`,
        of,
        figure: median(times[i]?.[what] ?? []),
      })),
    );
  } finally {
    pages?.stop();
    await bench.stop();
  }
}

async function selectAndDelete(place: SelectingPlace): Promise<{ selecting: number; deleting: number }> {
  const { page, name } = place;
  await page.bringToFront();
  const inputs = await timesOfInputs(page, ['mousedown', 'keydown']);
  const before = await place.count();
  await place.putCaret(size / 2);
  const { x, y } = await place.pointAt(size / 2 + selected);
  await page.keyboard.down('Shift');
  await inputs.take();
  await page.mouse.click(x, y);
  const [selecting = Number.NaN] = await inputs.take();
  await page.keyboard.up('Shift');
  await page.keyboard.press('Delete');
  const [deleting = Number.NaN] = await inputs.take();
  const deletedCount = before - (await place.count());
  // CodeMirror measures what it scrolls to a little later: a click may come some lines off.
  if (Math.abs(deletedCount - selected) > 5)
    throw new Error(`${name}: ${deletedCount} elements were deleted`);
  await place.undo();
  return { selecting, deleting };
}

async function inOurs(bench: Bench): Promise<SelectingPlace> {
  const script = await storedScript(bench, size);
  const { page } = await openBenchScript(bench, script);
  const pagination = paginateElements(script.elements, defaultFormat);
  const project = { id: script.elements[0]?.projectId ?? 0 };
  const pointAt = async (index: number) => {
    await scrollToElement(page, pagination, index);
    const id = script.elements[index]?.id;
    const box = await page.locator(`[data-element="${id}"] [data-from]`).first().boundingBox();
    if (!box) throw new Error(`Element ${index} is not drawn`);
    return { x: box.x + 1, y: box.y + box.height / 2 };
  };
  const stored = () => page.locator('header [role="status"]').getByText('Saved', { exact: true }).waitFor();
  return {
    name: 'ours',
    of: 'ours',
    page,
    async putCaret(index) {
      const { x, y } = await pointAt(index);
      await page.mouse.click(x, y);
    },
    pointAt,
    async count() {
      await stored();
      return (await storedElements(bench.context.request, project)).length;
    },
    async undo() {
      await page.keyboard.press('ControlOrMeta+z');
      await stored();
    },
  };
}

function inPeer(page: Page, editor: Editor): SelectingPlace {
  const frames = () =>
    page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  return {
    name: editor,
    of: 'peer',
    page,
    async putCaret(index) {
      await page.evaluate(`window.putCaretBefore(${index})`);
    },
    async pointAt(index) {
      await page.evaluate(`window.show(${index})`);
      await frames();
      return page.evaluate(`window.pointOf(${index})`);
    },
    count: () => page.evaluate('window.countElements()'),
    undo: () => page.keyboard.press('ControlOrMeta+z'),
  };
}
