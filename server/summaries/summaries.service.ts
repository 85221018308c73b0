import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { requireAi } from '#server/ai/access.ts';
import type { Ai, AiDeps, CallOptions } from '#server/ai/calls.ts';
import { ModelFailure } from '#server/ai/failure.ts';
import { briefInWords } from '#server/ai/prompts/project.ts';
import { summariesQuestion } from '#server/ai/prompts/summaries.ts';
import type { Db } from '#server/db/client.ts';
import { createEventLoopYielder } from '#server/db/eventLoopYielder.ts';
import { conflict, HttpError, notFound } from '#server/lib/errors.ts';
import { balanceOf } from '#server/lib/ledger.ts';
import type { Scope } from '#server/lib/scope.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import { readConsistently } from '#server/script/screenplay.service.ts';
import { batchesOf, checkedSummaries, priceOfBatches, type SceneText } from './batches.ts';
import { byScene, type HashedElement, hashOfScene } from './sceneHash.ts';
import {
  findAllSceneElements,
  findSceneElements,
  lockScript,
  putSummaries,
  summariesOf,
} from './summaries.queries.ts';

/** Return the summaries of unchanged scenes, by id. */
export async function currentSummaries(
  db: Db,
  projectId: number,
  elements: readonly HashedElement[],
): Promise<Map<number, string>> {
  const summaries = await summariesOf(db, projectId);
  const scenes = summaries.length === 0 ? new Map<number, HashedElement[]>() : byScene(elements);
  const current = new Map<number, string>();
  const breathe = createEventLoopYielder();
  for (const { sceneId, contentHash, summary } of summaries) {
    if (hashOfScene(scenes.get(sceneId) ?? []) === contentHash) current.set(sceneId, summary);
    await breathe();
  }
  return current;
}

/** Return how many scenes have a current summary, and the maximum cost of the others. */
export async function summaryStateOf({ db, ai }: AiDeps, projectId: number) {
  const { scenes, outdated, brief } = await readScript(db, projectId);
  const isNeeded = isNeededFor(ai);
  return {
    isNeeded,
    scenes: headedAmong(scenes),
    current: headedAmong(scenes) - headedAmong(outdated),
    price: isNeeded ? await priceOfBatches(ai, batchesOf(outdated), brief) : null,
  };
}

/**
 * Summarise the next batch of scenes without a current summary, and return the new state. If a
 * scene changes during the call, its summary is stored with the hash of the older text.
 */
export async function generateSummaries(deps: AiDeps, scope: Scope, making: CallOptions) {
  const { db, ai } = deps;
  const { aiAccess, outdated, brief } = await readScript(db, scope.projectId);
  requireAi(aiAccess, 'read');
  const [batch] = isNeededFor(ai) ? batchesOf(outdated) : [];
  if (batch) await summarise(deps, { ...scope, ...making }, batch, brief);
  const state = await summaryStateOf(deps, scope.projectId);
  return { ...state, creditBalance: await balanceOf(db, scope.userId) };
}

/**
 * Count the scenes with a heading. The opening is summarised too, but does not count (decision
 * OQ-99).
 */
function headedAmong(scenes: readonly SceneText[]): number {
  return scenes.filter(({ elements }) => isHeadingType(elements[0]?.elementType)).length;
}

function isNeededFor(ai: Ai): boolean {
  return !ai.engineOf('script_analysis').isBuiltIn;
}

/**
 * Read the script and its outdated scenes, from one snapshot. A scene that is empty apart from its
 * heading needs no summary.
 */
async function readScript(db: Db, projectId: number) {
  const { project, elements, stored } = await readConsistently(db, projectId, true, async (at) => ({
    project: await projectRow(at, projectId),
    elements: await findAllSceneElements(at, projectId),
    stored: await summariesOf(at, projectId),
  }));
  const hashes = new Map(stored.map(({ sceneId, contentHash }) => [sceneId, contentHash]));
  const scenes: SceneText[] = [];
  const breathe = createEventLoopYielder();
  for (const [id, ofScene] of byScene(elements)) {
    scenes.push({ id, elements: ofScene, hash: hashOfScene(ofScene) });
    await breathe();
  }
  const outdated = scenes.filter((scene) => tells(scene) && hashes.get(scene.id) !== scene.hash);
  return { scenes, outdated, aiAccess: project.aiAccess, brief: briefInWords(project.brief) };
}

function tells({ elements }: SceneText): boolean {
  return elements.some(({ elementType, content }) => !isHeadingType(elementType) && content.trim() !== '');
}

const outdatedMessage = 'These scenes were summarised or removed in the meantime. Nothing was charged.';

async function summarise(
  { ai }: AiDeps,
  { onKept, ...call }: Scope & CallOptions,
  batch: readonly SceneText[],
  brief: string,
): Promise<void> {
  const { model } = ai.engineOf('script_analysis');
  const question = summariesQuestion(batch, brief);
  const size = question.messages.reduce((sum, { content }) => sum + content.length, 0);
  try {
    await ai.analyse('script_analysis', question, {
      ...call,
      about: { given: { scenes: batch.length, brief: brief !== '', size } },
      keep: async (tx, { value }) => {
        const summaries = checkedSummaries(value, batch);
        if (summaries.size === 0) throw new ModelFailure('garbled');
        const stored = await store(tx, call.projectId, model, batch, summaries);
        await onKept(tx);
        return stored;
      },
    });
  } catch (error) {
    // Two concurrent calls summarise the same scenes. The second one is not charged, and finds them
    // done.
    if (!(error instanceof HttpError && error.message === outdatedMessage)) throw error;
  }
}

/**
 * Store summaries and return their number. Scenes that have a current one, for example from a
 * concurrent call, keep it.
 */
async function store(
  tx: Db,
  projectId: number,
  model: string,
  batch: readonly SceneText[],
  summaries: ReadonlyMap<number, string>,
): Promise<number> {
  if (!(await lockScript(tx, projectId))) throw notFound('Project');
  const ids = batch.map(({ id }) => id);
  const present = byScene(await findSceneElements(tx, projectId, ids));
  const known = new Map((await summariesOf(tx, projectId)).map((row) => [row.sceneId, row.contentHash]));
  const rows = batch.flatMap(({ id, hash: contentHash }) => {
    const summary = summaries.get(id);
    const elements = present.get(id);
    if (summary === undefined || !elements) return [];
    const isSaid = [contentHash, hashOfScene(elements)].includes(known.get(id) ?? '');
    return isSaid ? [] : { sceneId: id, projectId, contentHash, summary, model };
  });
  if (rows.length === 0) throw conflict(outdatedMessage);
  await putSummaries(tx, rows);
  return rows.length;
}
