import { sql } from 'drizzle-orm';
import { compareOrder, repairDuplicates } from '#screenplay/order.ts';
import { idIn } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { isHeading, type LastEntry } from './draft.ts';
import type { Edit, UpdateEdit } from './edit.ts';
import type { ElementRow, OutlinedElement } from './script.queries.ts';

/** As much of a script as a few edits need, in order. */
export interface ScriptPart {
  order: OutlinedElement[];
  /** Elements behind which others stand that are not in it. */
  openEnds: ReadonlySet<number>;
}

/** What is stored of what the edits name. */
interface Stored {
  rows: ReadonlyMap<number, ElementRow>;
  lastEntries: ReadonlyMap<number, LastEntry>;
}

/** Edits at more places than this load the whole script. */
const mostPlaces = 16;

/** So many elements behind a place: more than are numbered on in steps (screenplay/order.ts). */
const reach = 48;

/**
 * The places of the edits with their neighbours; null where that may not be enough: headings come, go or move, the
 * opening or the very start is touched, elements share a place, or the edits are many.
 */
export async function partFor(
  db: Db,
  projectId: number,
  edits: readonly Edit[],
  stored: Stored,
): Promise<ScriptPart | null> {
  const ids = new Set<number>();
  for (const edit of edits) {
    const placed = edit.does === 'insert' ? await placeOf(db, projectId, edit) : edit;
    const named = placed && placesOf(placed, stored);
    if (!named) return null;
    for (const id of named) ids.add(id);
    if (ids.size > mostPlaces) return null;
  }
  if (ids.size === 0) return { order: [], openEnds: new Set() };
  const part = joined(await surroundingsOf(db, projectId, [...ids]));
  const moved = edits.flatMap((edit) => (edit.does === 'move' ? edit.ids : []));
  const inPart = new Map(part.order.map((element) => [element.id, element]));
  const movesHeading = moved.some((id) => isHeading(inPart.get(id) ?? { elementType: 'action' }));
  return part.isInOpening || movesHeading || repairDuplicates(part.order).length > 0 ? null : part;
}

/** An insertion that names a number, as one behind the element that has the next lower one. */
async function placeOf(db: Db, projectId: number, edit: Edit & { does: 'insert' }): Promise<Edit | null> {
  const { afterId, orderIndex } = edit;
  if (afterId !== undefined) return edit;
  if (orderIndex === undefined) return null;
  const [before] = await rows<{ id: number }>(
    db,
    sql`select id from script_elements where project_id = ${projectId} and order_index <= ${orderIndex}
        order by order_index desc, id desc limit 1`,
  );
  return before ? { ...edit, afterId: before.id } : null;
}

/** The elements beside which an edit works; null where it takes the whole script. */
function placesOf(edit: Edit, { rows: stored, lastEntries }: Stored): number[] | null {
  if (edit.does === 'update') return keepsScenes(edit, stored) ? [] : null;
  if (edit.does === 'delete') {
    const row = stored.get(edit.id);
    return row && isHeading(row) ? null : [edit.id];
  }
  if (edit.does === 'insert') return edit.elements.some(isHeading) ? null : behind([], edit.afterId);
  if (edit.does === 'move') return behind(edit.ids, edit.afterId);
  const last = lastEntries.get(edit.id);
  if (last?.kept?.element && isHeading(last.kept.element)) return null;
  const before = [edit.afterId, last?.afterElementId].filter((id) => typeof id === 'number');
  return edit.afterId === null ? null : [edit.id, ...before];
}

function behind(ids: readonly number[], afterId: number | null | undefined): number[] | null {
  return afterId == null ? null : [...ids, afterId];
}

/** Whether neither order nor the stretches of scenes change by an update, as by most. */
function keepsScenes({ id, fields }: UpdateEdit, stored: ReadonlyMap<number, ElementRow>): boolean {
  const row = stored.get(id);
  const { orderIndex, elementType = row?.elementType ?? 'action' } = fields;
  return orderIndex === undefined && (!row || isHeading(row) === isHeading({ elementType }));
}

interface Surrounding extends OutlinedElement {
  /** The element it was looked for with. */
  place: number;
  isInOpening: boolean;
}

/** Elements with the one before each and those behind it, in order. */
function surroundingsOf(db: Db, projectId: number, ids: readonly number[]) {
  const columns = sql`e.id, e.order_index, e.element_type, e.scene_id,
    case when e.element_type = 'scene_heading' then e.content else '' end as content`;
  return rows<Surrounding>(
    db,
    sql`select a.id as place, s.heading = '' as "isInOpening", near.id, near.order_index as "orderIndex",
          near.element_type as "elementType", near.scene_id as "sceneId", near.content
        from script_elements a join scenes s on s.id = a.scene_id
        cross join lateral (
          (select ${columns} from script_elements e
           where e.project_id = ${projectId} and (e.order_index, e.id) < (a.order_index, a.id)
           order by e.order_index desc, e.id desc limit 1)
          union all
          (select ${columns} from script_elements e
           where e.project_id = ${projectId} and (e.order_index, e.id) >= (a.order_index, a.id)
           order by e.order_index, e.id limit ${reach + 1}::int)
        ) near
        where a.project_id = ${projectId}
          and ${idIn(sql`a.id`, ids)}
        order by a.id, near.order_index, near.id`,
  );
}

/** Surroundings of several places as one part, in which none stands twice. */
function joined(found: readonly Surrounding[]): ScriptPart & { isInOpening: boolean } {
  const elements = new Map<number, OutlinedElement>();
  const ends = new Set<number>();
  const followed = new Set<number>();
  for (const [i, { place, isInOpening: _, ...element }] of found.entries()) {
    elements.set(element.id, element);
    const isLast = found[i + 1]?.place !== place;
    if (!isLast) followed.add(element.id);
    else if (isFull(found, i)) ends.add(element.id);
  }
  return {
    order: [...elements.values()].sort(compareOrder),
    openEnds: new Set([...ends].filter((id) => !followed.has(id))),
    isInOpening: found.some(({ isInOpening }) => isInOpening),
  };
}

/** Whether there are as many behind the place as were asked for, so that more may follow. */
function isFull(found: readonly Surrounding[], last: number): boolean {
  const { place } = found[last] ?? {};
  return found[last - reach]?.id === place && found[last - reach]?.place === place;
}
