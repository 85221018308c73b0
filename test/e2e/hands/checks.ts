import { type APIResponse, expect, type Page } from '@playwright/test';
import type { Element } from '#shared/contract/elements.ts';
import type { PastElementSchema } from '#shared/contract/history.ts';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { storedElements } from '../projects.ts';
import { expectPaginated, paginated } from '../sheets.ts';
import { elementTexts, expectStored } from '../writing.ts';
import type { TextModel } from './model.ts';

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
}

/** Stores what is written; script and pages are the model's, and the history has the moment. */
export async function checkScript(run: Run): Promise<void> {
  const { page, project, model } = run;
  await page.keyboard.press('Control+s');
  try {
    await expectStored(page, project, model.texts);
    await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
    expect(await drawnTexts(page)).toEqual(model.texts);
    const elements = await storedElements(page.request, project);
    await expectPaginated(page, paginated(elements, project.format));
  } catch (error) {
    throw new Error(`After ${run.done.slice(-16).join(', ')}`, { cause: error });
  }
  run.undoable.push([...model.texts]);
  const newest = await newestEntry(run);
  const { at } = await scriptAt(run, { historyId: newest });
  run.moments.push({ at, texts: [...model.texts] });
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

async function newestEntry(run: Run): Promise<number> {
  const query = 'script-history/paginated?pageSize=1';
  const { history }: { history: { id: number }[] } = await read(run, query);
  return history[0]?.id ?? 0;
}

function scriptAt(run: Run, at: { historyId: number; moveId?: number }) {
  const query = new URLSearchParams(Object.entries(at).map(([name, value]) => [name, `${value}`]));
  return read<{ elements: PastElementSchema[]; at: Moment['at'] }>(run, `script-at?${query}`);
}

async function read<T>({ page, project }: Run, path: string): Promise<T> {
  const answer: APIResponse = await page.request.get(`/api/projects/${encodeProjectId(project.id)}/${path}`);
  expect(answer.status()).toBe(200);
  return answer.json();
}
