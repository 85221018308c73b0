import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Edit } from '#screenplay/edits/edit.ts';
import { isStoredId, restorableIds } from '#screenplay/edits/references.ts';
import type { ScriptRow } from '#screenplay/edits/rows.ts';
import {
  type CommentAnchor,
  type EndedScene,
  emptySnapshot,
  type ScriptSnapshot,
} from '#screenplay/edits/snapshot.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { idIn, inBatches } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { scriptHistory } from '#server/db/schema/history.ts';
import { comments, type SceneRow, scenes } from '#server/db/schema/script.ts';
import { tensionPoints } from '#server/db/schema/tension.ts';
import { newestEntry, newestRecords } from './history.ts';
import { activeMark, elementsById, findScriptOutline } from './script.queries.ts';

/** Load the whole order of a script and the rows that the edits name, without restore targets. */
export async function loadWholeScript(
  tx: Db,
  projectId: number,
  edits: readonly Edit[],
): Promise<ScriptSnapshot> {
  const changedIds = edits.flatMap((edit) =>
    (edit.type === 'update' || edit.type === 'delete') && isStoredId(edit.id) ? edit.id : [],
  );
  const movedIds = edits.flatMap((edit) => (edit.type === 'move' ? edit.ids.filter(isStoredId) : []));
  const order = await findScriptOutline(tx, projectId);
  const [project] = await rows<{ mark: number; hasRevisions: boolean }>(
    tx,
    sql`select ${activeMark} as mark, p.format -> 'revisions' is not null as "hasRevisions"
        from projects p where p.id = ${projectId}`,
  );
  const neighbourIds = project?.hasRevisions ? markedNeighbours(order, edits) : [];
  const named = [...new Set([...changedIds, ...movedIds, ...neighbourIds])];
  const found = await elementsById(tx, projectId, named);
  const elements = new Map(found.map((row) => [row.id, row]));
  return {
    ...emptySnapshot(projectId),
    order,
    activeMark: project?.mark ?? 0,
    rows: elements,
    scenes: new Map((await scenesOf(tx, projectId)).map((scene) => [scene.id, scene])),
    freeIds: await takeIds(tx, edits),
    lastRecords: await newestRecords(tx, projectId, restorableIds(edits, projectId)),
    comments: Map.groupBy(await commentsOn(tx, projectId, changedIds), ({ elementId }) => elementId),
    endedScenes: await endedScenesOf(tx, projectId, edits, elements),
    tensionPoints: await tensionPointsOf(tx, projectId),
    newestHistoryId: await newestHistoryId(tx, projectId, edits),
  };
}

/** Return the elements before deleted and at restored ones, which have the marks of deletions. */
function markedNeighbours(order: readonly { id: number }[], edits: readonly Edit[]): number[] {
  const deletedIds = new Set(edits.flatMap((edit) => (edit.type === 'delete' ? edit.id : [])));
  const restores = edits.some(({ type }) => type === 'restore' || type === 'insert');
  const afterIds = new Set(
    edits.flatMap((edit) => (edit.type === 'restore' || edit.type === 'insert' ? (edit.afterId ?? []) : [])),
  );
  return order.flatMap(({ id }, index) => {
    const isBefore = deletedIds.has(order[index + 1]?.id ?? 0);
    return isBefore || (restores && afterIds.has(id)) ? id : [];
  });
}

function scenesOf(tx: Db, projectId: number): Promise<SceneRow[]> {
  return tx.select().from(scenes).where(eq(scenes.projectId, projectId));
}

function tensionPointsOf(tx: Db, projectId: number) {
  const { id, scriptElementId, sceneId } = tensionPoints;
  return tx
    .select({ id, scriptElementId, sceneId })
    .from(tensionPoints)
    .where(eq(tensionPoints.projectId, projectId))
    .orderBy(id);
}

/** Ids per statement, so that the embedded database does not delay other calls. */
const idsAtOnce = 2000;

/** Reserve ids for all new elements, so that history and reply can name them. */
async function takeIds(tx: Db, edits: readonly Edit[]): Promise<number[]> {
  const count = edits.reduce((sum, edit) => sum + (edit.type === 'insert' ? edit.elements.length : 0), 0);
  const taken: number[] = [];
  while (taken.length < count) {
    const [piece] = await rows<{ ids: number[] }>(
      tx,
      sql`select json_agg(nextval(pg_get_serial_sequence('script_elements', 'id'))::int) as ids
          from generate_series(1, ${Math.min(count - taken.length, idsAtOnce)}::int)`,
    );
    taken.push(...(piece?.ids ?? []));
  }
  return taken.reverse();
}

async function commentsOn(
  tx: Db,
  projectId: number,
  elementIds: readonly number[],
): Promise<CommentAnchor[]> {
  const found: CommentAnchor[] = [];
  for (const ids of inBatches(elementIds)) {
    found.push(
      ...(await rows<CommentAnchor>(
        tx,
        sql`select c.id, c.script_element_id as "elementId", c.selection_start as start, c.selection_end as "end"
            from ${comments} c where c.project_id = ${projectId} and ${idIn(sql`c.script_element_id`, ids)}
            order by c.id`,
      )),
    );
  }
  return found;
}

/** Return the newest history entry; moves are stored with its id. */
async function newestHistoryId(tx: Db, projectId: number, edits: readonly Edit[]): Promise<number> {
  if (!edits.some((edit) => edit.type === 'move' || edit.type === 'update')) return 0;
  const [newest] = await rows<{ id: number | null }>(tx, sql`select ${newestEntry(projectId)} as id`);
  return newest?.id ?? 0;
}

/** Return the scenes that ended last with elements which the edits turn into headings again. */
async function endedScenesOf(
  tx: Db,
  projectId: number,
  edits: readonly Edit[],
  elements: ReadonlyMap<number, ScriptRow>,
): Promise<Map<number, EndedScene>> {
  const headingIds = edits.flatMap((edit) => {
    if (edit.type !== 'update' || !isHeadingType(edit.fields.elementType)) return [];
    const row = elements.get(edit.id);
    return row && !isHeadingType(row.elementType) ? row.id : [];
  });
  const ended = new Map<number, EndedScene>();
  const tensionPointIds = sql<number[]>`coalesce(${scriptHistory.kept} -> 'sceneTensionPointIds', '[]')`;
  const scene = sql<SceneRow | null>`${scriptHistory.kept} -> 'scene'`;
  for (const ids of inBatches(headingIds)) {
    const found = await tx
      .selectDistinctOn([scriptHistory.elementId], {
        elementId: scriptHistory.elementId,
        scene,
        tensionPointIds,
      })
      .from(scriptHistory)
      .where(
        and(eq(scriptHistory.projectId, projectId), idIn(scriptHistory.elementId, ids), isNotNull(scene)),
      )
      .orderBy(scriptHistory.elementId, desc(scriptHistory.id));
    for (const { elementId, ...entry } of found)
      if (entry.scene) ended.set(elementId, { ...entry, scene: entry.scene });
  }
  return ended;
}
