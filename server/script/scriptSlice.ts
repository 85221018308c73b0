import type { Edit } from '#screenplay/edits/edit.ts';
import { isStoredId } from '#screenplay/edits/references.ts';
import type { OrderedElement } from '#screenplay/edits/scriptOrder.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { compareOrder } from '#screenplay/order.ts';
import type { UnloadedAfterIds } from '#screenplay/reconcileScenes.ts';

/** Slice of a script that contains what a few edits need, in order. */
export interface ScriptSlice {
  order: OrderedElement[];
  openEnds: UnloadedAfterIds;
}

/** Position of an edit, which a statement looks up. */
export interface EditTarget {
  /**
   * Meaning of `value`:
   *
   * - element, heading: id of an element, or of an element if it is a heading
   *
   * - number: the last element with no greater order number, or the start
   *
   * - scene: the last element of the scene
   *
   * - end, start: of the script, without a value
   */
  type: 'element' | 'heading' | 'number' | 'scene' | 'end' | 'start';
  value: number;
  /** Number of elements after it that belong to the slice. */
  reach: number;
}

/**
 * Number of elements loaded after an insertion: more than one renumbering step needs
 * (screenplay/order.ts).
 */
export const sliceLookahead = 48;

/** Number of elements loaded after a deletion or a change of type. */
const nextOnly = 1;

/** Maximum number of insert positions. With more, the whole script is loaded. */
const maxTargets = 16;

/** Maximum number of edited elements. With more, the whole script is loaded. */
const maxElements = 300;

/**
 * Return the positions of the edits. Null: loading the whole script is cheaper for their number.
 */
export function editTargetsOf(edits: readonly Edit[]): EditTarget[] | null {
  // An update of text moves no element to another scene, so only updated headings are needed.
  const isOfWords = edits.every(
    (edit) =>
      edit.type === 'update' && edit.fields.elementType === undefined && edit.fields.orderIndex === undefined,
  );
  const places: EditTarget[] = [];
  for (const edit of edits) {
    for (const place of placesOfEdit(edit, isOfWords ? 'heading' : 'element')) {
      // Skip elements inserted by the same change, which are near their own insertion.
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
      // The former position of a deleted element is in its history (loadSlice.ts). The element
      // itself is added in case it still exists.
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
 * Return the end of the scene that an insertion names in addition to its position, because it may
 * be far from that position.
 */
function sceneNamedBy({ afterId, orderIndex, sceneId }: Edit & { type: 'insert' }): EditTarget[] {
  const isPlacedElsewhere = afterId !== undefined || orderIndex !== undefined;
  if (sceneId == null || !isPlacedElsewhere) return [];
  return [{ type: 'scene', value: sceneId, reach: nextOnly }];
}

/** Element near a position: before it, at it, or after it. */
export interface NeighbourElement extends OrderedElement {
  place: number;
  isBefore: boolean;
  /** `reach` of the position. */
  reach: number;
}

/** Merge the neighbours of several positions into one slice without duplicates. */
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
    // With fewer elements than requested the script ends here.
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
