import { type APIResponse, expect, type Page } from '@playwright/test';
import { emptyRow } from '#screenplay/edits/rows.ts';
import type { ScriptElement } from '#screenplay/element.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { PastElementSchema } from '#shared/contract/history.ts';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import type { Random } from '#test/random.ts';
import { storedElements } from '../projects.ts';
import { drawnSheets, expectedSheet, expectPaginated, paginated } from '../sheets.ts';
import { elementTexts, expectStored } from '../writing.ts';
import { actAtRandom } from './hands.ts';
import { isOverElements, selectedRange, type TextModel } from './model.ts';

/* What the page, the server and the history say must be what the model says. */

/** A moment of the script, as the history names it, and what the script was then. */
interface Moment {
  at: { historyId: number; moveId: number };
  texts: string[];
}

/** What is known of a run so far. */
export interface Run {
  page: Page;
  project: Project;
  model: TextModel;
  /** What was done, for whoever has to find out. */
  done: string[];
  moments: Moment[];
  /** The script at the checks since the page was loaded: undo leads back to each of them. */
  undoable: string[][];
  /** The script after every action of the run, as one text each: undo and history lead to no other. */
  known: Set<string>;
}

/** A script as one text. */
export const asOne = (texts: readonly string[]) => texts.join('\n');

/** One action; script, pages and selection are the model's right after it. Tells what was done. */
export async function act(run: Run, random: Random): Promise<string> {
  const { page, model } = run;
  const did = await actAtRandom(page, random, model);
  for (const texts of [...model.passed.splice(0), model.texts]) run.known.add(asOne(texts));
  try {
    await expectShown(run);
  } catch (error) {
    throw new Error(`After ${[...run.done.slice(-16), did].join(', ')}`, { cause: error });
  }
  return did;
}

/**
 * What is seen while a line is written, which is not stored yet: texts, pages, and what is selected. The server is asked
 * at the checks, since storing the line would end the selection; each change that it stored meanwhile is a step of undo
 * and a moment of the history, which are all looked at.
 */
async function expectShown({ page, project, model }: Run): Promise<void> {
  const [from, to] = selectedRange(model);
  const selected = isOverElements(model)
    ? `${to.index - from.index + 1} elements selected`
    : { index: from.index, start: from.offset, end: to.offset };
  await expect.poll(() => drawnTexts(page)).toEqual(model.texts);
  await expect.poll(() => selectedOn(page)).toEqual(selected);
  await expect(async () => {
    const { sheets, ids } = await drawnWithIds(page);
    const elements = model.texts.map((content, index) => ({
      ...emptyRow,
      id: ids[index] ?? 0,
      elementType: 'action' as const,
      content,
    }));
    const pagination = paginated(elements as readonly ScriptElement[] as readonly Element[], project.format);
    expect(sheets).toEqual(sheets.map(({ number }) => expectedSheet(pagination, number - 1)));
  }).toPass({ timeout: 10_000 });
}

async function drawnWithIds(page: Page) {
  const { sheets } = await drawnSheets(page);
  const ids = await page
    .locator('[data-element]')
    .evaluateAll((pieces) => pieces.map((piece) => Number((piece as HTMLElement).dataset.element)));
  return { sheets, ids };
}

/** Where the selection stands on the page, within the line that is written; its name where it is over several. */
function selectedOn(page: Page) {
  return page.evaluate(() => {
    const sink = document.querySelector('[data-selection-sink]');
    if (sink) return sink.getAttribute('aria-label');
    const field = document.querySelector('[contenteditable]:not([data-below])');
    const selection = document.getSelection();
    if (!field || !selection || selection.rangeCount === 0) return null;
    const pieces = [...document.querySelectorAll('[data-element]')];
    const index = pieces.findIndex((piece) => piece.hasAttribute('data-live'));
    const range = selection.getRangeAt(0);
    const before = document.createRange();
    before.selectNodeContents(field);
    before.setEnd(range.startContainer, range.startOffset);
    const start = before.toString().length;
    return { index, start, end: start + range.toString().length };
  });
}

/** Stores what is written; script and pages are the model's, and the history has the moment. */
export async function checkScript(run: Run): Promise<void> {
  const { page, project, model } = run;
  await page.keyboard.press('Control+s');
  try {
    await expectStored(page, project, model.texts);
    await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
    await expect.poll(() => drawnTexts(page)).toEqual(model.texts);
    const elements = await storedElements(page.request, project);
    await expectPaginated(page, paginated(elements, project.format));
  } catch (error) {
    throw new Error(`After ${run.done.slice(-16).join(', ')}`, { cause: error });
  }
  run.undoable.push([...model.texts]);
  const newest = await expectKnownMoments(run);
  const { at } = await scriptAt(run, { historyId: newest });
  run.moments.push({ at, texts: [...model.texts] });
}

/** The script was never anything that no action led to, as the history tells since the last check. The newest entry. */
async function expectKnownMoments(run: Run): Promise<number> {
  const last = run.moments.at(-1)?.at.historyId ?? 0;
  const query = 'script-history/paginated?pageSize=100';
  const { history }: { history: { id: number; timestamp: string }[] } = await read(run, query);
  const newest = history[0]?.id ?? 0;
  // Entries of one change have the same time, and are one moment.
  const byTime = Map.groupBy(
    history.filter(({ id }) => id > last),
    ({ timestamp }) => timestamp,
  );
  for (const [entry] of byTime.values()) {
    const { elements } = await scriptAt(run, { historyId: entry?.id ?? 0 });
    expectKnown(run, elementTexts(elements as Element[]), `the history at ${entry?.id}`);
  }
  return newest;
}

/** Whether the script was so after an action, in the eyes of the model. */
export function expectKnown(run: Run, texts: readonly string[], where: string): void {
  if (run.known.has(asOne(texts))) return;
  const done = run.done.slice(-16).join(', ');
  throw new Error(`After ${done}: ${where} has a script that never was: ${texts.join(' | ')}`);
}

/** Each moment is in the history as it was. */
export async function checkHistory(run: Run): Promise<void> {
  for (const { at, texts } of run.moments) {
    const { elements } = await scriptAt(run, at);
    expect(elementTexts(elements as Element[]), `at ${JSON.stringify(at)}`).toEqual(texts);
  }
}

/** The elements on the pages, as they read there. */
export const drawnTexts = (page: Page) =>
  page
    .locator('[data-element]')
    .evaluateAll((pieces) =>
      pieces.map((piece) =>
        [...piece.querySelectorAll('[data-from]')].map((line) => line.textContent).join(''),
      ),
    );

function scriptAt(run: Run, at: { historyId: number; moveId?: number }) {
  const query = new URLSearchParams(Object.entries(at).map(([name, value]) => [name, `${value}`]));
  return read<{ elements: PastElementSchema[]; at: Moment['at'] }>(run, `script-at?${query}`);
}

async function read<T>({ page, project }: Run, path: string): Promise<T> {
  const answer: APIResponse = await page.request.get(`/api/projects/${encodeProjectId(project.id)}/${path}`);
  expect(answer.status()).toBe(200);
  return answer.json();
}
