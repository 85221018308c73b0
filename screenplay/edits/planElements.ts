import { isDeepEqual } from '../fdx/same.ts';
import { compareOrder } from '../order.ts';
import type { EditSession } from './editSession.ts';
import { movedAnchors } from './movedAnchors.ts';
import type { AnchorWrites, ElementPlace, ElementWrites } from './plan.ts';
import type { PlannedScenes } from './planScenes.ts';
import type { ScriptRow } from './rows.ts';

export interface PlannedElements {
  writes: ElementWrites;
  /** Stored elements with a new order number. */
  renumbered: { id: number; orderIndex: number }[];
  /** New positions of comments on changed text. */
  comments: AnchorWrites['comments'];
}

/** Return the writes to elements after all edits of a session. */
export function planElements(session: EditSession, planned: PlannedScenes): PlannedElements {
  const { rows, stored, restoredIds, created, deletedIds } = session;
  const { placed, renumbered } = changedPlaces(session, planned);
  const rowsOf = (ids: readonly number[]): ScriptRow[] =>
    ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? { ...row, ...placeOf(session, planned, id) } : [];
    });
  const changed: ElementWrites['changed'][number][] = [];
  const changedAndPlaced: ElementWrites['changedAndPlaced'][number][] = [];
  const comments: AnchorWrites['comments'][number][] = [];
  for (const row of rows.values()) {
    const before = stored.rows.get(row.id);
    if (!before || row === before) continue;
    if (before.content !== row.content) {
      const anchored = stored.comments.get(row.id) ?? [];
      comments.push(...movedAnchors({ before: before.content, after: row.content }, anchored));
    }
    if (restoredIds.has(row.id) || isDeepEqual(before, row)) continue;
    if (planned.writes.unloaded.length > 0 && !session.order.has(row.id))
      throw new Error(`The position of element ${row.id} is not loaded`);
    const { projectId: _, sceneId: __, orderIndex: ___, ...fields } = row;
    const place = placed.get(row.id);
    if (place) changedAndPlaced.push({ ...fields, ...place });
    else changed.push(fields);
    placed.delete(row.id);
  }
  const writes = {
    deletedIds: [...deletedIds],
    // An element that is deleted and restored in one change is written as the restored one.
    created: rowsOf(created.map(({ id }) => id).filter((id) => !restoredIds.has(id))),
    restored: rowsOf([...restoredIds]).map((row) => withoutMissingSounds(session, row)),
    changed,
    placed: [...placed.values()],
    changedAndPlaced,
  };
  return { writes, renumbered, comments };
}

/** Return the stored elements with a new number or scene. */
function changedPlaces(session: EditSession, planned: PlannedScenes) {
  const placed = new Map<number, ElementPlace>();
  const renumbered: { id: number; orderIndex: number }[] = [];
  const storedPlaces = new Map(session.stored.order.map((element) => [element.id, element]));
  for (const { id } of session.order) {
    const before = storedPlaces.get(id);
    if (!before || session.restoredIds.has(id)) continue;
    const place = placeOf(session, planned, id);
    if (place.orderIndex !== before.orderIndex) renumbered.push({ id, orderIndex: place.orderIndex });
    else if (place.sceneId === before.sceneId) continue;
    placed.set(id, place);
  }
  return { placed, renumbered };
}

function placeOf({ order }: EditSession, { sceneIds }: PlannedScenes, id: number): ElementPlace {
  const element = order.get(id);
  const sceneId = sceneIds.get(id) ?? element?.sceneId;
  if (!element || sceneId == null) throw new Error(`Element ${id} has no scene`);
  return { id, orderIndex: element.orderIndex, sceneId };
}

/** Leave out the sounds of a restored element that were deleted. */
function withoutMissingSounds({ stored }: EditSession, row: ScriptRow): ScriptRow {
  const { missingUrls } = stored.restoreTargets;
  const existing = (url: string | null) => (url !== null && missingUrls.has(url) ? null : url);
  return {
    ...row,
    dialogueAudioUrl: existing(row.dialogueAudioUrl),
    soundEffectUrl: existing(row.soundEffectUrl),
  };
}

/** Return the elements that edits name, in their present state and script order. */
export function namedRows(
  { namedIds, rows, order }: EditSession,
  { created, restored }: ElementWrites,
  { sceneIds }: PlannedScenes,
): ScriptRow[] {
  const made = new Map([...created, ...restored].map((row) => [row.id, row]));
  const found = [...namedIds].flatMap((id) => {
    const row = made.get(id) ?? rows.get(id);
    if (!row) return [];
    const { orderIndex, sceneId } = order.get(id) ?? row;
    return { ...row, orderIndex, sceneId: sceneIds.get(id) ?? sceneId ?? row.sceneId };
  });
  return found.sort(compareOrder);
}
