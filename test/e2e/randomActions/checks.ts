import { type APIResponse, expect, type Page } from '@playwright/test';
import { emptyRow } from '#screenplay/edits/rows.ts';
import type { ScriptElement } from '#screenplay/element.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { PastElementSchema } from '#shared/contract/history.ts';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import type { Random } from '#test/random.ts';
import { storedElements } from '../projects.ts';
import { drawnSheets, expectedSheet, expectPaginated, paginateElements } from '../sheets.ts';
import { elementTexts, expectStored } from '../writing.ts';
import { runRandomAction } from './actions.ts';
import { isOverElements, selectedRange, type TextModel } from './model.ts';

/* Checks that the page, the server and the history agree with the model. */

/** A moment of the history, and the script at that moment. */
interface Moment {
  at: { historyId: number; moveId: number };
  texts: string[];
}

/** The state of a run. */
export interface Run {
  page: Page;
  project: Project;
  model: TextModel;
  /** Descriptions of the actions so far, to reproduce a failure. */
  log: string[];
  moments: Moment[];
  /** The script at each check since the page was loaded. Undo leads to each of them. */
  undoable: string[][];
  /**
   * The script after every action of the run, each as one text. Undo and history lead to no other
   * script.
   */
  known: Set<string>;
}

/** Join a script to one text. */
export const joinTexts = (texts: readonly string[]) => texts.join('\n');

/**
 * Run one action and compare script, pages and selection with the model. Return a description of
 * the action.
 */
export async function runAction(run: Run, random: Random): Promise<string> {
  const { page, model } = run;
  const description = await runRandomAction(page, random, model);
  for (const texts of [...model.intermediate.splice(0), model.texts]) run.known.add(joinTexts(texts));
  try {
    await expectShown(run);
  } catch (error) {
    throw new Error(`After ${[...run.log.slice(-16), description].join(', ')}`, { cause: error });
  }
  return description;
}

/**
 * Check the unsaved state: texts, pages and selection. The server is compared only at the checks,
 * because storing the line would end the selection. Each change that it stored in between is an
 * undo step and a moment of the history. Both are checked later.
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
    const pagination = paginateElements(
      elements as readonly ScriptElement[] as readonly Element[],
      project.format,
    );
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

/**
 * Return the selection within the active line, or the label of a selection over several elements.
 */
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

/**
 * Store the active line. Compare script and pages with the model, and record the moment of the
 * history.
 */
export async function checkScript(run: Run): Promise<void> {
  const { page, project, model } = run;
  await page.keyboard.press('Control+s');
  try {
    await expectStored(page, project, model.texts);
    await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
    await expect.poll(() => drawnTexts(page)).toEqual(model.texts);
    const elements = await storedElements(page.request, project);
    await expectPaginated(page, paginateElements(elements, project.format));
  } catch (error) {
    throw new Error(`After ${run.log.slice(-16).join(', ')}`, { cause: error });
  }
  run.undoable.push([...model.texts]);
  const newest = await expectKnownMoments(run);
  const { at } = await scriptAt(run, { historyId: newest });
  run.moments.push({ at, texts: [...model.texts] });
}

/**
 * Check that all states in the history since the last check followed from an action. Return the
 * newest entry.
 */
async function expectKnownMoments(run: Run): Promise<number> {
  const last = run.moments.at(-1)?.at.historyId ?? 0;
  const query = 'script-history/paginated?pageSize=100';
  const { history }: { history: { id: number; timestamp: string }[] } = await read(run, query);
  const newest = history[0]?.id ?? 0;
  // Entries of one change have the same time and are one moment.
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

/** Throw unless the model had this script after some action. */
export function expectKnown(run: Run, texts: readonly string[], where: string): void {
  if (run.known.has(joinTexts(texts))) return;
  const log = run.log.slice(-16).join(', ');
  throw new Error(`After ${log}: ${where} has an unknown script: ${texts.join(' | ')}`);
}

/** Check that the history returns each recorded moment. */
export async function checkHistory(run: Run): Promise<void> {
  for (const { at, texts } of run.moments) {
    const { elements } = await scriptAt(run, at);
    expect(elementTexts(elements as Element[]), `at ${JSON.stringify(at)}`).toEqual(texts);
  }
}

/** Return the texts of the elements as drawn on the pages. */
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
