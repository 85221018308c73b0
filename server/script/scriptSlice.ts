import type { Edit } from '#screenplay/edits/edit.ts';
import { isStoredId } from '#screenplay/edits/references.ts';
import type { OrderedElement } from '#screenplay/edits/scriptOrder.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { compareOrder } from '#screenplay/order.ts';
import type { UnloadedAfterIds } from '#screenplay/reconcileScenes.ts';

/** Part of a script that a few edits need, in order. */
export interface ScriptSlice {
  order: OrderedElement[];
  openEnds: UnloadedAfterIds;
}

/** Position of an edit, for a statement to look up. */
export interface EditTarget {
  /**
   * By `value`: an element; an element if it is a heading; the last with no greater number, or the
   * start; the last of a scene. Or the end or start of the script.
   */
  type: 'element' | 'heading' | 'number' | 'scene' | 'end' | 'start';
  value: number;
  /** Number of elements after it that belong to the slice. */
  reach: number;
}

/** Elements after an insertion: more than are renumbered in steps (screenplay/order.ts). */
export const sliceLookahead = 48;

/** For deletions and changes of type the neighbours are enough. */
const nextOnly = 1;

/** Edits at more positions than this load the whole script. */
const maxTargets = 16;

/** Edits of more elements than this do, too. */
const maxElements = 300;

/**
 * Return the positions of the edits; null if loading the whole script is cheaper for their number.
 */
export function editTargetsOf(edits: readonly Edit[]): EditTarget[] | null {
  // Updates of text move no element to another scene, so only headings are needed.
  const isOfWords = edits.every(
    (edit) =>
      edit.type === 'update' && edit.fields.elementType === undefined && edit.fields.orderIndex === undefined,
  );
  const places: EditTarget[] = [];
  for (const edit of edits) {
    for (const place of placesOfEdit(edit, isOfWords ? 'heading' : 'element')) {
      // Elements inserted by the same change are at the position of their insertion.
      const isOfElement = place.type === 'element' || place.type === 'heading';
      if (!isOfElement || isStoredId(place.value)) places.push(place);
    }
    if (places.length > maxElements) return null;
  }
  return places.filter((place) => place.reach === sliceLookahead).length > maxTargets ? null : places;
}

function placesOfEdit(edit: Edit, kindOfUpdated: EditTarget['type']): EditTarget[] {
  switch (edit.type) {
    case 'insert':
      return [targetOf(edit), ...sceneNamedBy(edit)];
    case 'delete':
      return [{ type: 'element', value: edit.id, reach: nextOnly }];
    case 'move':
      return [after(edit.afterId), ...edit.ids.map(leftBehind)];
    case 'restore':
      // The element may exist already. Its former position is known to its history only
      // (reading.ts).
      return [leftBehind(edit.id), ...(edit.afterId === undefined ? [] : [after(edit.afterId)])];
    case 'update': {
      const { orderIndex } = edit.fields;
      if (orderIndex !== undefined)
        return [{ type: 'number', value: orderIndex, reach: sliceLookahead }, leftBehind(edit.id)];
      return [{ type: kindOfUpdated, value: edit.id, reach: nextOnly }];
    }
  }
}

function leftBehind(id: number): EditTarget {
  return { type: 'element', value: id, reach: nextOnly };
}

function after(afterId: number | null): EditTarget {
  return afterId === null
    ? { type: 'start', value: 0, reach: sliceLookahead }
    : { type: 'element', value: afterId, reach: sliceLookahead };
}

function targetOf({ afterId, orderIndex, sceneId }: Edit & { type: 'insert' }): EditTarget {
  if (afterId !== undefined) return after(afterId);
  if (orderIndex !== undefined) return { type: 'number', value: orderIndex, reach: sliceLookahead };
  return sceneId == null
    ? { type: 'end', value: 0, reach: sliceLookahead }
    : { type: 'scene', value: sceneId, reach: sliceLookahead };
}

/**
 * Return the end of the scene that an insertion names next to another position, so that a scene far
 * from that position is found as well.
 */
function sceneNamedBy({ afterId, orderIndex, sceneId }: Edit & { type: 'insert' }): EditTarget[] {
  const isPlacedElsewhere = afterId !== undefined || orderIndex !== undefined;
  if (sceneId == null || !isPlacedElsewhere) return [];
  return [{ type: 'scene', value: sceneId, reach: nextOnly }];
}

/** Element around a position: before it, at it, or after it. */
export interface NeighbourElement extends OrderedElement {
  place: number;
  isBefore: boolean;
  /** Reach of the position. */
  reach: number;
}

/** Merge the surroundings of several positions into one slice without duplicates. */
export function mergeNeighbourhoods(found: readonly NeighbourElement[]): ScriptSlice {
  const elements = new Map<number, OrderedElement>();
  const ends = new Set<number | null>();
  const followed = new Set<number | null>();
  let atStart = found.length === 0;
  let trailing = 0;
  for (const [i, { place, isBefore, reach: wanted, ...element }] of found.entries()) {
    elements.set(element.id, element);
    if (found[i - 1]?.place !== place) {
      trailing = 0;
      atStart ||= !isBefore;
    }
    if (!isBefore) trailing += 1;
    const isLast = found[i + 1]?.place !== place;
    // Fewer than requested: nothing follows.
    if (isLast && trailing > wanted) ends.add(element.id);
    else followed.add(element.id);
  }
  for (const id of followed) ends.delete(id);
  if (!atStart) ends.add(null);
  return { order: [...elements.values()].sort(compareOrder), openEnds: ends };
}

/** Return the scenes whose heading or first text is not in the slice. */
export function scenesOpenedOutside(
  { order, openEnds }: ScriptSlice,
  scenes: readonly { id: number; isOpening: boolean }[],
): Set<number> {
  const headed = new Set(
    order.flatMap((element) => (isHeadingType(element.elementType) ? (element.sceneId ?? 0) : [])),
  );
  const isElsewhere = ({ id, isOpening }: { id: number; isOpening: boolean }) =>
    isOpening ? openEnds.has(null) : !headed.has(id);
  return new Set(scenes.filter(isElsewhere).map(({ id }) => id));
}
