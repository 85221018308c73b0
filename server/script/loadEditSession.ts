import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Edit, UpdateEdit } from '#screenplay/edits/edit.ts';
import {
  type CommentAnchor,
  createEditSession,
  type EditSession,
  type LastRecord,
  type PastTexts,
  versionKey,
} from '#screenplay/edits/editSession.ts';
import { isStoredId, restorableIds, sourcesOf } from '#screenplay/edits/references.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { repairDuplicates } from '#screenplay/order.ts';
import type { RecordedText } from '#screenplay/past.ts';
import { idIn, inBatches } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { scriptHistory } from '#server/db/schema/history.ts';
import { comments, type SceneRow } from '#server/db/schema/script.ts';
import { newestEntry } from './history.ts';
import { type LoadedSlice, loadSlice } from './loadSlice.ts';
import { type ElementRow, elementsById, findScriptOutline } from './script.queries.ts';

/** A slice has the former neighbours of each element that may be restored. */
const maxSourcesOfSlice = 20;

/**
 * Load what the edits need, in a few statements: the positions of a few edits with their neighbours
 * if `isPartEnough`, or the whole order.
 */
export async function loadEditSession(
  db: Db,
  projectId: number,
  edits: readonly Edit[],
  isPartEnough: boolean,
): Promise<EditSession> {
  const isFew = sourcesOf(edits).length <= maxSourcesOfSlice;
  const part = isPartEnough && isFew ? await loadSlice(db, projectId, edits) : null;
  return part ? editSessionOnSlice(db, projectId, edits, part) : draftOnWhole(db, projectId, edits);
}

export async function editSessionOnSlice(
  db: Db,
  projectId: number,
  edits: readonly Edit[],
  part: LoadedSlice,
): Promise<EditSession> {
  const draft = createEditSession(projectId, new Map(part.elements.map((row) => [row.id, row])), part.order);
  return Object.assign(draft, {
    openEnds: part.openEnds,
    scenes: part.scenes,
    freeIds: part.freeIds,
    lastRecords: part.lastRecords,
    pastTexts: await pastTexts(db, projectId, edits, draft),
    comments: Map.groupBy(part.comments, ({ elementId }) => elementId),
    endedScenes: part.endedScenes,
    newestHistoryId: part.newestHistoryId,
  });
}

async function draftOnWhole(db: Db, projectId: number, edits: readonly Edit[]): Promise<EditSession> {
  const updates = edits.filter((edit) => edit.type === 'update');
  const ids = edits
    .flatMap((edit) => (edit.type === 'update' || edit.type === 'delete' ? edit.id : []))
    .filter(isStoredId);
  const storedRows = await rowsOf(db, projectId, ids);
  const draft = createEditSession(projectId, storedRows, await findScriptOutline(db, projectId));
  Object.assign(draft, {
    freeIds: await freeIds(db, edits),
    lastRecords: await lastRecords(db, projectId, edits),
    pastTexts: await pastTexts(db, projectId, edits, draft),
    comments: Map.groupBy(await commentsOn(db, projectId, ids), ({ elementId }) => elementId),
    endedScenes: await endedScenesOf(db, projectId, updates, storedRows),
    newestHistoryId: await newestHistoryId(db, projectId, edits),
  });
  if (edits.some(needsRoom))
    for (const { id, orderIndex } of repairDuplicates([...draft.order])) {
      const element = draft.order.get(id);
      if (element) element.orderIndex = orderIndex;
    }
  return draft;
}

/**
 * Return whether an edit needs a free position. A number chosen by the caller refers to stored
 * ones.
 */
function needsRoom(edit: Edit): boolean {
  if (edit.type === 'insert') return edit.afterId !== undefined || edit.orderIndex === undefined;
  return edit.type === 'move' || edit.type === 'restore';
}

/**
 * Return whether an update can change neither order nor scenes, like most. Then the script is not
 * loaded.
 */
export function keepsOrderAndScenes(
  { id, fields }: UpdateEdit,
  stored: ReadonlyMap<number, ElementRow>,
): boolean {
  const row = stored.get(id);
  const touchesHeadings = (row && isHeadingType(row.elementType)) || isHeadingType(fields.elementType);
  return fields.orderIndex === undefined && !touchesHeadings;
}

async function rowsOf(tx: Db, projectId: number, ids: readonly number[]) {
  const found = await elementsById(tx, projectId, [...new Set(ids)]);
  return new Map(found.map((row) => [row.id, row]));
}

/** Ids per statement, so that the embedded database does not delay other calls. */
const idsAtOnce = 2000;

/** Reserve ids for all new elements, so that history and reply can name them. */
async function freeIds(tx: Db, edits: readonly Edit[]): Promise<number[]> {
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

async function lastRecords(tx: Db, projectId: number, edits: readonly Edit[]) {
  const found = new Map<number, LastRecord>();
  const restored = restorableIds(edits, projectId);
  for (const ids of inBatches(restored)) {
    const entries = await tx
      .selectDistinctOn([scriptHistory.elementId], {
        elementId: scriptHistory.elementId,
        action: scriptHistory.action,
        version: scriptHistory.version,
        afterElementId: scriptHistory.afterElementId,
        kept: scriptHistory.kept,
      })
      .from(scriptHistory)
      .where(and(eq(scriptHistory.projectId, projectId), idIn(scriptHistory.elementId, ids)))
      .orderBy(scriptHistory.elementId, desc(scriptHistory.id));
    for (const { elementId, action, ...entry } of entries)
      found.set(elementId, { ...entry, isDeletion: action === 'delete' });
  }
  return found;
}

/** Read the texts at the versions that updates and deletions are based on. */
async function pastTexts(
  tx: Db,
  projectId: number,
  edits: readonly Edit[],
  { storedRows: stored, recordedTexts: recorded }: EditSession,
): Promise<PastTexts> {
  const ids = edits.flatMap((edit) => {
    if (edit.type !== 'update' && edit.type !== 'delete') return [];
    const version = stored.get(edit.id)?.version ?? 0;
    if (edit.baseVersion === undefined || edit.baseVersion >= version) return [];
    return { id: edit.id, version: edit.baseVersion };
  });
  const known = new Map<string, RecordedText | null>();
  if (ids.length > 0) {
    const found = await rows<{ id: number; version: number } & RecordedText>(
      tx,
      sql`select h.element_id as id, h.version, h.new_content as content, h.new_element_type as "elementType",
            h.new_character_name as "characterName", h.new_parenthetical as parenthetical
          from script_history h
          join json_to_recordset(${JSON.stringify(ids)}::json) as w(id int, version int)
            on h.element_id = w.id and h.version = w.version
          where h.project_id = ${projectId} and h.new_content is not null`,
    );
    for (const { id, version, ...text } of found) known.set(versionKey(id, version), text);
  }
  return {
    at(elementId, version) {
      const now = recorded.get(versionKey(elementId, version));
      if (now !== undefined) return now ?? undefined;
      const row = stored.get(elementId);
      if (row?.version === version) {
        const { content, elementType, characterName, parenthetical } = row;
        return { content, elementType, characterName, parenthetical };
      }
      return known.get(versionKey(elementId, version)) ?? undefined;
    },
  };
}

async function commentsOn(
  db: Db,
  projectId: number,
  elementIds: readonly number[],
): Promise<CommentAnchor[]> {
  const found: CommentAnchor[] = [];
  for (const ids of inBatches(elementIds)) {
    found.push(
      ...(await rows<CommentAnchor>(
        db,
        sql`select c.id, c.script_element_id as "elementId", c.selection_start as start, c.selection_end as "end"
            from ${comments} c where c.project_id = ${projectId} and ${idIn(sql`c.script_element_id`, ids)}
            order by c.id`,
      )),
    );
  }
  return found;
}

/** Return the newest history entry; moves are stored with its id. */
async function newestHistoryId(db: Db, projectId: number, edits: readonly Edit[]): Promise<number> {
  if (!edits.some((edit) => edit.type === 'move' || edit.type === 'update')) return 0;
  const [newest] = await rows<{ id: number | null }>(db, sql`select ${newestEntry(projectId)} as id`);
  return newest?.id ?? 0;
}

/** Return the scenes that ended last with elements which the edits turn into headings again. */
async function endedScenesOf(
  tx: Db,
  projectId: number,
  updates: readonly UpdateEdit[],
  stored: ReadonlyMap<number, ElementRow>,
) {
  const ids = updates.flatMap(({ id, fields }) => {
    const row = stored.get(id);
    return row && !isHeadingType(row.elementType) && isHeadingType(fields.elementType) ? id : [];
  });
  if (ids.length === 0) return new Map<number, SceneRow>();
  const scene = sql<SceneRow | null>`${scriptHistory.kept} -> 'scene'`;
  const found = await tx
    .selectDistinctOn([scriptHistory.elementId], { elementId: scriptHistory.elementId, scene })
    .from(scriptHistory)
    .where(and(eq(scriptHistory.projectId, projectId), idIn(scriptHistory.elementId, ids), isNotNull(scene)))
    .orderBy(scriptHistory.elementId, desc(scriptHistory.id));
  return new Map(found.flatMap((entry) => (entry.scene ? [[entry.elementId, entry.scene] as const] : [])));
}
