import type { Edit } from '#screenplay/edits/edit.ts';
import { isStoredId } from '#screenplay/edits/references.ts';
import { isSceneHeading } from '#screenplay/edits/rows.ts';
import type { OrderedElement } from '#screenplay/edits/scriptOrder.ts';
import { compareOrder } from '#screenplay/order.ts';
import type { UnloadedAfterIds } from '#screenplay/reconcileScenes.ts';

/** As much of a script as a few edits need, in order. */
export interface ScriptSlice {
  order: OrderedElement[];
  openEnds: UnloadedAfterIds;
}

/** Where an edit works, as a statement can look it up. */
export interface EditTarget {
  /**
   * By `value`: an element; one if it is a heading; the last with no greater number, or the start; the last of a scene.
   * Or the last of the script, or its start.
   */
  type: 'element' | 'heading' | 'number' | 'scene' | 'end' | 'start';
  value: number;
  /** How many elements after it belong to the part. */
  reach: number;
}

/** So many elements after a place where something is put: more than are numbered on in steps (screenplay/order.ts). */
export const sliceLookahead = 48;

/** Where something goes away, or changes its type, the neighbours are enough. */
const nextOnly = 1;

/** Edits that put something at more places than this load the whole script. */
const maxTargets = 16;

/** So do edits of more elements than this. */
const maxElements = 300;

/** The places at which the edits work; null where they are so many that the whole script takes less. */
export function editTargetsOf(edits: readonly Edit[]): EditTarget[] | null {
  // By words alone no element comes to stand in another scene, so only headings have to be found.
  const isOfWords = edits.every(
    (edit) =>
      edit.type === 'update' && edit.fields.elementType === undefined && edit.fields.orderIndex === undefined,
  );
  const places: EditTarget[] = [];
  for (const edit of edits) {
    for (const place of placesOfEdit(edit, isOfWords ? 'heading' : 'element')) {
      // What the same change inserts stands at the place of its insertion.
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
      // It may be there already. Where it stood before is known to its history alone (reading.ts).
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
 * Return the end of the scene that an insertion names beside another place, so that a scene far from
 * that place is found as well.
 */
function sceneNamedBy({ afterId, orderIndex, sceneId }: Edit & { type: 'insert' }): EditTarget[] {
  const isPlacedElsewhere = afterId !== undefined || orderIndex !== undefined;
  if (sceneId == null || !isPlacedElsewhere) return [];
  return [{ type: 'scene', value: sceneId, reach: nextOnly }];
}

/** One element of a place's surroundings: the one before the place, the place itself, or one after it. */
export interface NeighbourElement extends OrderedElement {
  place: number;
  isBefore: boolean;
  /** Of the place. */
  reach: number;
}

/** Surroundings of several places, each in order, as one part in which none stands twice. */
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
    // Fewer than were asked for: nothing follows.
    if (isLast && trailing > wanted) ends.add(element.id);
    else followed.add(element.id);
  }
  for (const id of followed) ends.delete(id);
  if (!atStart) ends.add(null);
  return { order: [...elements.values()].sort(compareOrder), openEnds: ends };
}

/** Scenes whose heading, or first text, is not among the given elements. */
export function scenesOpenedOutside(
  { order, openEnds }: ScriptSlice,
  scenes: readonly { id: number; isOpening: boolean }[],
): Set<number> {
  const headed = new Set(order.flatMap((element) => (isSceneHeading(element) ? (element.sceneId ?? 0) : [])));
  const isElsewhere = ({ id, isOpening }: { id: number; isOpening: boolean }) =>
    isOpening ? openEnds.has(null) : !headed.has(id);
  return new Set(scenes.filter(isElsewhere).map(({ id }) => id));
}
