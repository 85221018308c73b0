import { and, eq, sql } from 'drizzle-orm';
import type { EditSession } from '#screenplay/edits/editSession.ts';
import { emptyScene } from '#screenplay/edits/rows.ts';
import { reconcileScenes } from '#screenplay/reconcileScenes.ts';
import type { NumberShift, SceneChanges, SceneHeading, UnloadedElements } from '#screenplay/scenes.ts';
import { asJson, idIn, inBatches, insertRows, updateRows } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { sequences, storyBeats } from '#server/db/schema/planning.ts';
import { type SceneRow, scenes } from '#server/db/schema/script.ts';
import type { ProjectChange } from '#server/lib/projectChange.ts';
import { videoStatusForCopy } from '#shared/contract/scenes.ts';
import { withoutMissingFiles } from './restoredFiles.ts';
import { stretchScenesOf } from './script.queries.ts';

/** Changed scenes, as replies contain them. */
export interface ChangedScenes {
  scenes: SceneRow[];
  removedSceneIds: number[];
}

export const noChangedScenes: ChangedScenes = { scenes: [], removedSceneIds: [] };

/** Writes that reconcile scenes with the script (decision OQ-51). */
export interface ScenePlan extends ChangedScenes {
  created: SceneRow[];
  numbers: { id: number; sceneNumber: number }[];
  headings: (SceneHeading & { id: number })[];
  shift: NumberShift[];
  /** Loaded elements that move to another scene. */
  sceneIds: ReadonlyMap<number, number>;
  unseen: (UnloadedElements & { to: number })[];
  removed: SceneRow[];
  /** Scenes before the change, which may end with their headings. */
  before: ReadonlyMap<number, SceneRow>;
}

const nothing: ScenePlan = {
  ...noChangedScenes,
  created: [],
  numbers: [],
  headings: [],
  shift: [],
  sceneIds: new Map(),
  unseen: [],
  removed: [],
  before: new Map(),
};

/**
 * Plan the changes of scenes by an edit session; reads what is not loaded. `back`: scenes that were
 * restored since the session was loaded, which are reported as changed.
 */
export async function planScenes(
  db: Db,
  draft: EditSession,
  back: readonly SceneRow[] = [],
): Promise<ScenePlan> {
  if (!draft.hasStaleScenes) return nothing;
  const { projectId, order, openEnds } = draft;
  const scenes = draft.scenes
    ? new Map([...draft.scenes, ...back.map((row) => [row.id, row] as const)])
    : new Map((await stretchScenesOf(db, projectId)).map((scene) => [scene.id, scene]));
  const changes = reconcileScenes([...order], [...scenes.values()], openEnds);
  const stored = await rowsFor(db, draft, changes, back);
  const more = await readMore(db, projectId, changes);
  const created = changes.create.map(
    ({ firstElementId, afterSceneId, elementIds: _, unseen: __, ...fields }, i): SceneRow => {
      const { actNumber = 1, sequenceId = null } = stored.get(afterSceneId ?? 0) ?? {};
      const copied = draft.carrying?.copiedScenes.get(firstElementId) ?? {};
      // Other text of the heading names another place and time.
      const own = copied.heading === fields.heading ? {} : fields;
      const id = more.ids[i] ?? 0;
      return { ...emptyScene, ...fields, ...copied, ...own, id, projectId, actNumber, sequenceId };
    },
  );
  const targets = [
    ...changes.assign,
    ...changes.create.map(({ elementIds, unseen }, i) => ({ sceneId: more.ids[i] ?? 0, elementIds, unseen })),
  ];
  const updates = new Map(changes.update.map((update) => [update.id, update]));
  const touched = [...new Set([...updates.keys(), ...back.map(({ id }) => id)])];
  const updated = touched.flatMap((id) => {
    const row = stored.get(id);
    return row ? { ...row, ...updates.get(id) } : [];
  });
  return {
    scenes: [...created, ...updated, ...more.shifted].sort((a, b) => a.sceneNumber - b.sceneNumber),
    removedSceneIds: changes.remove,
    created,
    numbers: changes.update.flatMap(({ id, sceneNumber }) =>
      sceneNumber === undefined ? [] : { id, sceneNumber },
    ),
    headings: changes.update.flatMap(({ id, heading, location, timeOfDay }) =>
      heading === undefined || location === undefined || timeOfDay === undefined
        ? []
        : { id, heading, location, timeOfDay },
    ),
    shift: changes.shift,
    sceneIds: new Map(
      targets.flatMap(({ sceneId, elementIds }) => elementIds.map((id) => [id, sceneId] as const)),
    ),
    unseen: targets.flatMap(({ sceneId, unseen }) => unseen.map((each) => ({ ...each, to: sceneId }))),
    removed: changes.remove.flatMap((id) => stored.get(id) ?? []),
    before: stored,
  };
}

/** Load the rows of all scenes that the changes name. */
async function rowsFor(db: Db, draft: EditSession, changes: SceneChanges, back: readonly SceneRow[]) {
  const known = new Map<number, SceneRow>(back.map((row) => [row.id, row]));
  if (draft.scenes) {
    for (const { isOpening: _, isOpenedElsewhere: __, ...row } of draft.scenes.values())
      if (!known.has(row.id)) known.set(row.id, row);
    return known;
  }
  const ids = new Set([
    ...changes.create.flatMap(({ afterSceneId }) => afterSceneId ?? []),
    ...changes.update.map(({ id }) => id),
    ...changes.remove,
    ...draft.endings.map(({ sceneId }) => sceneId),
  ]);
  for (const row of await sceneRows(
    db,
    [...ids].filter((id) => !known.has(id)),
  ))
    known.set(row.id, row);
  return known;
}

/**
 * Reserve ids for new scenes, and load the renumbered scenes that are not loaded, in their new
 * state.
 */
async function readMore(db: Db, projectId: number, { create, shift }: SceneChanges) {
  if (create.length + shift.length === 0) return { ids: [], shifted: [] };
  const [found] = await rows<{ ids: number[] | null; shifted: SceneRow[] | null }>(
    db,
    sql`select (
          select json_agg(id) from (
            select nextval(pg_get_serial_sequence('scenes', 'id'))::int as id
            from generate_series(1, ${create.length}::int)
          ) taken
        ) as ids, (
          select json_agg(${asJson(scenes, sql`s`, { sceneNumber: sql`s.scene_number + shift.by` })})
          from json_to_recordset(${JSON.stringify(shift)}::json) as shift(above int, "upTo" int, by int)
          join scenes s on s.project_id = ${projectId} and s.scene_number > shift.above
            and s.scene_number <= coalesce(shift."upTo", 2147483647)
        ) as shifted`,
  );
  return { ids: found?.ids ?? [], shifted: found?.shifted ?? [] };
}

/** Load scenes by id, in any order. */
async function sceneRows(db: Db, ids: readonly number[]): Promise<SceneRow[]> {
  const found: SceneRow[] = [];
  for (const piece of inBatches(ids))
    found.push(...(await db.select().from(scenes).where(idIn(scenes.id, piece))));
  return found;
}

/**
 * Restore scenes that ended with their heading, with their ids. A scene that stayed without it, or
 * with another one, gets the heading back. References to a deleted sequence, beat or picture are
 * dropped; a sequence that moved to another act takes the scene there. Returns the stored rows.
 */
export async function restoreScenes(change: ProjectChange, ended: readonly SceneRow[]): Promise<SceneRow[]> {
  if (ended.length === 0) return [];
  const { tx, projectId } = change;
  const sequenceIds = ended.flatMap((scene) => scene.sequenceId ?? []);
  const found = await tx
    .select({ id: sequences.id, actNumber: sequences.actNumber })
    .from(sequences)
    .where(idIn(sequences.id, sequenceIds));
  const acts = new Map(found.map(({ id, actNumber }) => [id, actNumber]));
  const beatIds = ended.flatMap((scene) => scene.beatId ?? []);
  const beats = new Set(
    (
      await tx
        .select({ id: storyBeats.id })
        .from(storyBeats)
        .where(and(eq(storyBeats.projectId, projectId), idIn(storyBeats.id, beatIds)))
    ).map(({ id }) => id),
  );
  const ids = ended.map((scene) => scene.id);
  const stored = new Map((await sceneRows(tx, ids)).map((scene) => [scene.id, scene]));
  const removed = ended.filter((scene) => !stored.has(scene.id));
  const returning = await withoutMissingFiles(change, removed, ['imageUrl', 'videoUrl']);
  await insertRows(
    tx,
    scenes,
    returning.map(({ sequenceId, actNumber, ...scene }) => {
      const act = acts.get(sequenceId ?? 0);
      return {
        ...scene,
        projectId,
        // Its number follows from the position of the heading; until then no renumbering may affect
        // it.
        sceneNumber: 0,
        sequenceId: act === undefined ? null : sequenceId,
        actNumber: act ?? actNumber,
        // Older records lack these fields.
        beatId: beats.has(scene.beatId ?? 0) ? scene.beatId : null,
        colorTheme: scene.colorTheme ?? null,
        videoStatus: videoStatusForCopy(scene.videoStatus ?? null),
        videoProblem: scene.videoProblem ?? null,
      };
    }),
  );
  await updateRows(
    tx,
    scenes,
    ended
      .filter((scene) => stored.has(scene.id) && stored.get(scene.id)?.heading !== scene.heading)
      .map(({ id, heading, location, timeOfDay }) => ({ id, heading, location, timeOfDay })),
  );
  return sceneRows(tx, ids);
}
