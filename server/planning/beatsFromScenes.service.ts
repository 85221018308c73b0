import { and, asc, eq } from 'drizzle-orm';
import { beatOfScene } from '#screenplay/facts/beatOfScene.ts';
import * as plans from '#screenplay/plan.ts';
import { idIn, insertRows, updateRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { acts, storyBeats } from '#server/db/schema/planning.ts';
import { type SceneRow, scenes, scriptElements } from '#server/db/schema/script.ts';
import { notFound } from '#server/lib/errors.ts';
import { changeContent, type ProjectChange } from '#server/lib/projectChange.ts';
import type { Scope } from '#server/lib/scope.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import { beatsOf } from './beats.queries.ts';
import { findPlan } from './plan.ts';

interface SceneOnPage {
  id: number;
  pageNumber?: number | null | undefined;
}

/** Create a beat for each of these scenes that has none, after the beats of its act or sequence. */
export function beatsFromScenes(db: Db, scope: Scope, given: readonly SceneOnPage[]): Promise<StoryBeat[]> {
  return changeContent(db, scope, async (change) => {
    const { tx, projectId, changed } = change;
    const ids = given.map(({ id }) => id);
    const found = await tx
      .select()
      .from(scenes)
      .where(and(eq(scenes.projectId, projectId), idIn(scenes.id, ids)))
      .orderBy(asc(scenes.sceneNumber));
    if (found.length < new Set(ids).size) throw notFound('Scene');
    const free = found.filter(({ beatId, heading }) => beatId === null && heading !== '');
    if (free.length === 0) return [];
    await addMissingActs(change, Math.max(...free.map(({ actNumber }) => actNumber)));
    const pages = new Map(given.map(({ id, pageNumber }) => [id, pageNumber ?? null]));
    const made = await insertBeats(change, free, pages);
    await updateRows(
      tx,
      scenes,
      free.map(({ id }, index) => ({ id, beatId: made[index] ?? null })),
    );
    changed('beat', made);
    changed(
      'scene',
      free.map(({ id }) => id),
    );
    const isNew = new Set(made);
    return (await beatsOf(tx, projectId)).filter(({ id }) => isNew.has(id));
  });
}

/**
 * Create the acts of the scenes that do not exist. Scenes may be in such acts (decision OQ-91),
 * beats may not.
 */
async function addMissingActs({ tx, projectId, changed }: ProjectChange, maxNumber: number): Promise<void> {
  const { acts: known } = await findPlan(tx, projectId);
  const missing = Array.from({ length: maxNumber }, (_, index) => index + 1).slice(known.length);
  if (missing.length === 0) return;
  const rows = missing.map((number) => ({
    projectId,
    number,
    title: `Act ${number}`,
    orderIndex: number - 1,
  }));
  changed('act', await insertRows(tx, acts, rows));
}

/** Insert a beat for each scene and return their ids, in the order of the scenes. */
async function insertBeats(
  { tx, projectId }: ProjectChange,
  told: readonly SceneRow[],
  pages: ReadonlyMap<number, number | null>,
): Promise<number[]> {
  const plan = await findPlan(tx, projectId);
  const actions = await firstActions(
    tx,
    told.map(({ id }) => id),
  );
  const counts = Map.groupBy(plan.beats, homeKey);
  const next = new Map([...counts].map(([key, beats]) => [key, beats.length]));
  const rows = told.map((scene) => {
    const { id, actNumber, sequenceId, heading, notes } = scene;
    const orderIndex = next.get(homeKey(scene)) ?? 0;
    next.set(homeKey(scene), orderIndex + 1);
    return {
      ...beatOfScene({ heading, notes, firstAction: actions.get(id) ?? '' }),
      projectId,
      actId: plans.actNumbered(plan, actNumber)?.id ?? 0,
      actNumber,
      sequenceId,
      pageNumber: pages.get(id) ?? null,
      orderIndex,
    };
  });
  return insertRows(tx, storyBeats, rows);
}

function homeKey({ actNumber, sequenceId }: plans.BeatContainer): string {
  return sequenceId === null ? `act ${actNumber}` : `sequence ${sequenceId}`;
}

/** Return the text of the first action of each scene, by scene id. */
async function firstActions(db: Db, sceneIds: readonly number[]): Promise<Map<number, string>> {
  const { sceneId, content, elementType, orderIndex, id } = scriptElements;
  const found = await db
    .selectDistinctOn([sceneId], { sceneId, content })
    .from(scriptElements)
    .where(and(idIn(sceneId, sceneIds), eq(elementType, 'action')))
    .orderBy(asc(sceneId), asc(orderIndex), asc(id));
  return new Map(found.map((row) => [row.sceneId, row.content]));
}
