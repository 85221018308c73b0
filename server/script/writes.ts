import type { EditSession } from '#screenplay/edits/editSession.ts';
import { isDeepEqual } from '#screenplay/fdx/same.ts';
import type { scriptMoves } from '#server/db/schema/history.ts';
import type { ChangedRows } from '#server/lib/projectChange.ts';
import { movedAnchors } from './anchors.ts';
import type { ElementRow } from './script.queries.ts';
import type { ScenePlan } from './syncScenes.ts';

interface ElementPlace {
  id: number;
  orderIndex: number;
  sceneId: number;
}

/** Element as it will be stored. */
type StoredRow = ElementRow & ElementPlace;

/** Writes to the elements of an edit session. */
export interface ElementWrites {
  deletedIds: number[];
  created: StoredRow[];
  restored: StoredRow[];
  /** Rows with changed fields, with a new position, and with both. */
  changed: Omit<ElementRow, 'projectId' | 'sceneId' | 'orderIndex'>[];
  placed: ElementPlace[];
  changedAndPlaced: Omit<ElementRow, 'projectId'>[];
  /** Stored elements with a new order number. */
  renumbered: { id: number; orderIndex: number }[];
  /** New positions of comments on changed text. */
  anchors: { id: number; selectionStart: number | null; selectionEnd: number | null }[];
}

/** Return the writes to elements. The scenes must have been planned. */
export function elementWrites(draft: EditSession, { sceneIds, unseen }: ScenePlan): ElementWrites {
  const { rows, storedRows, storedPlaces, restoredIds, order, created, deletedIds } = draft;
  const placeOf = (id: number): ElementPlace => {
    const element = order.get(id);
    const sceneId = sceneIds.get(id) ?? element?.sceneId;
    if (!element || sceneId == null) throw new Error(`Element ${id} has no scene`);
    return { id, orderIndex: element.orderIndex, sceneId };
  };
  const rowsOf = (ids: readonly number[]): StoredRow[] =>
    ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? { ...row, ...placeOf(id) } : [];
    });
  const placed = new Map<number, ElementPlace>();
  const renumbered: { id: number; orderIndex: number }[] = [];
  for (const { id } of order) {
    const stored = storedPlaces.get(id);
    if (!stored || restoredIds.has(id)) continue;
    const place = placeOf(id);
    if (place.orderIndex !== stored.orderIndex) renumbered.push({ id, orderIndex: place.orderIndex });
    else if (place.sceneId === stored.sceneId) continue;
    placed.set(id, place);
  }
  const writes: ElementWrites = {
    deletedIds: [...deletedIds],
    // An element that is deleted and restored in one change is written as the restored one.
    created: rowsOf(created.map(({ id }) => id).filter((id) => !restoredIds.has(id))),
    restored: rowsOf([...restoredIds]),
    changed: [],
    placed: [],
    changedAndPlaced: [],
    renumbered,
    anchors: [],
  };
  for (const row of rows.values()) {
    const stored = storedRows.get(row.id);
    if (!stored || row === stored) continue;
    if (stored.content !== row.content)
      writes.anchors.push(
        ...movedAnchors({ before: stored.content, after: row.content }, draft.comments.get(row.id) ?? []),
      );
    if (restoredIds.has(row.id) || isDeepEqual(stored, row)) continue;
    if (unseen.length > 0 && !order.has(row.id))
      throw new Error(`The position of element ${row.id} is not loaded`);
    const { projectId: _, ...fields } = row;
    const place = placed.get(row.id);
    if (place) writes.changedAndPlaced.push({ ...fields, ...place });
    else {
      const { sceneId: __, orderIndex: ___, ...kept } = fields;
      writes.changed.push(kept);
    }
    placed.delete(row.id);
  }
  writes.placed.push(...placed.values());
  return writes;
}

/**
 * Return the elements that the edits name, in their new state and script order. `unknownIds`:
 * elements whose rows were not loaded.
 */
export function rowsNamedByEdits(
  draft: EditSession,
  { created, restored }: ElementWrites,
  { sceneIds }: ScenePlan,
) {
  const made = new Map([...created, ...restored].map((row) => [row.id, row]));
  const found: ElementRow[] = [];
  const unknownIds: number[] = [];
  for (const id of draft.namedIds) {
    const row = made.get(id) ?? draft.rows.get(id);
    const element = draft.order.get(id);
    if (row && element)
      found.push({
        ...row,
        orderIndex: element.orderIndex,
        sceneId: sceneIds.get(id) ?? element.sceneId ?? row.sceneId,
      });
    else if (row) found.push(row);
    else if (element) unknownIds.push(id);
  }
  return { found, unknownIds };
}

/**
 * Store the scenes that end in the history entries of their headings, so that they can be restored
 * together. An entry of a deletion has the scene id anyway; one of a heading that became text has
 * the scene also if another heading took it over, because undo frees it.
 */
export function storeEndedScenes({ endings }: EditSession, plan: ScenePlan): void {
  const goneIds = new Set(plan.removedSceneIds);
  for (const { id, heading } of plan.scenes) if (heading === '') goneIds.add(id);
  for (const { record, sceneId } of endings) {
    const scene = plan.before.get(sceneId);
    if (scene && (goneIds.has(sceneId) || record.after !== null)) record.kept = { ...record.kept, scene };
  }
}

/** Return the rows of script_moves. `historyIds` are the ids of this change's entries. */
export function moveRows(
  { projectId, moves, newestHistoryId }: EditSession,
  historyIds: readonly number[],
): (typeof scriptMoves.$inferInsert)[] {
  return moves.map(({ elementId, afterElementId, recordsBefore }) => ({
    projectId,
    elementId,
    afterElementId,
    historyId: historyIds[recordsBefore - 1] ?? newestHistoryId,
  }));
}

/**
 * Return the announcements for browsers. `returnedIds`: comments that are on their restored element
 * again.
 */
export function historyNotes(
  draft: EditSession,
  { renumbered, anchors }: ElementWrites,
  plan: ScenePlan,
  returnedIds: readonly number[] = [],
): ChangedRows[] {
  const sceneIds = [...plan.scenes.map(({ id }) => id), ...plan.removedSceneIds];
  const elementIds = new Set([...draft.changedIds, ...renumbered.map(({ id }) => id)]);
  const lost = [...draft.deletedIds].flatMap((id) => draft.comments.get(id)?.map((each) => each.id) ?? []);
  const commentIds = new Set([...lost, ...returnedIds, ...anchors.map(({ id }) => id)]);
  const notes: ChangedRows[] = [
    { entity: 'scene', ids: sceneIds },
    { entity: 'element', ids: [...elementIds] },
    { entity: 'comment', ids: [...commentIds] },
  ];
  return notes.filter(({ ids }) => ids.length > 0);
}
