import { replaceEqualDeep } from '@tanstack/react-query';
import { compareOrder } from '#screenplay/order.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';

/*
 * Lists after an edit. Whatever an edit leaves alone stays the same object: pagination starts again at the
 * first object that changed, and pages are drawn anew only where theirs did.
 */

/** What the server answers to an edit of elements. */
export interface ElementChanges {
  /** Made, changed or moved, as they are now. */
  elements: readonly Element[];
  removedIds: readonly number[];
  /** New places of those that made room. */
  renumbered: readonly { id: number; orderIndex: number }[];
}

/** A list that has come from the server, with the objects of the list before it where an element is as it was. */
export function reuseUnchangedRows(before: readonly Element[] = [], list: Element[]): Element[] {
  const known = new Map(before.map((element) => [element.id, element]));
  const rows = list.map((element) => replaceEqualDeep(known.get(element.id), element));
  const isSame = rows.length === before.length && rows.every((row, index) => row === before[index]);
  return isSame ? (before as Element[]) : rows;
}

/** `openingId`: the scene of text before the first heading; null where that stays in the one it has. */
export function withChanges(
  list: Element[],
  changes: ElementChanges,
  openingId: number | null = null,
): Element[] {
  return withLine(list, changes) ?? withAll(list, changes, openingId);
}

/** What most answers are, one line of a scene made or changed: nothing else is looked at. Null for any other. */
function withLine(list: Element[], { elements, removedIds, renumbered }: ElementChanges): Element[] | null {
  const [line, ...others] = elements;
  if (!line || others.length + removedIds.length + renumbered.length > 0) return null;
  if (line.elementType === 'scene_heading') return null;
  const index = list.findIndex(({ id }) => id === line.id);
  const before = list[index];
  if (before) {
    const isInPlace = before.orderIndex === line.orderIndex && before.elementType !== 'scene_heading';
    return isInPlace ? list.with(index, line) : null;
  }
  const at = placeIn(list, line);
  // Within a scene, and not before its heading.
  return list[at - 1]?.sceneId === line.sceneId ? list.toSpliced(at, 0, line) : null;
}

/** Where an element belongs in a list that is in order. */
function placeIn(list: readonly Element[], element: Element): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareOrder(list[middle] as Element, element) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function withAll(
  list: Element[],
  { elements, removedIds, renumbered }: ElementChanges,
  openingId: number | null,
): Element[] {
  const changed = new Map(elements.map((element) => [element.id, element]));
  const gone = new Set(removedIds);
  const places = new Map(renumbered.map(({ id, orderIndex }) => [id, orderIndex]));
  const rows: Element[] = [];
  for (const each of list) {
    if (gone.has(each.id)) continue;
    const orderIndex = places.get(each.id) ?? each.orderIndex;
    rows.push(changed.get(each.id) ?? (orderIndex === each.orderIndex ? each : { ...each, orderIndex }));
    changed.delete(each.id);
  }
  rows.push(...changed.values());
  const isInOrder = rows.every((row, index) => {
    const before = rows[index - 1];
    return !before || compareOrder(before, row) < 0;
  });
  return inTheirScenes(isInOrder ? rows : rows.sort(compareOrder), openingId);
}

/** Text stands in the scene of the heading above it (decision OQ-51); changes the list that it is given. */
function inTheirScenes(list: Element[], openingId: number | null): Element[] {
  let sceneId = openingId;
  for (let index = 0; index < list.length; index++) {
    const element = list[index] as Element;
    if (element.elementType === 'scene_heading') sceneId = element.sceneId;
    else if (sceneId !== null && element.sceneId !== sceneId) list[index] = { ...element, sceneId };
  }
  return list;
}

/** The scene of what stands before the first heading (screenplay/scenes.ts). */
export function openingSceneId(scenes: readonly Scene[] = []): number | null {
  return scenes.find(({ heading }) => heading === '')?.id ?? null;
}

/** The scenes in script order, with those changed, made and merged by an edit. */
export function withScenes(list: Scene[], changed: readonly Scene[], removedIds: readonly number[]): Scene[] {
  if (changed.length === 0 && removedIds.length === 0) return list;
  const byId = new Map(list.map((scene) => [scene.id, scene]));
  for (const scene of changed) byId.set(scene.id, scene);
  for (const id of removedIds) byId.delete(id);
  return [...byId.values()].sort((a, b) => a.sceneNumber - b.sceneNumber || a.id - b.id);
}
