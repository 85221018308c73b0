import { replaceEqualDeep } from '@tanstack/react-query';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { compareOrder } from '#screenplay/order.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';

/*
 * Lists after a change. Unchanged elements stay the same objects: pagination restarts at the first
 * changed object, and only pages with changed objects are rendered again.
 */

/** Reply of the server to a change of elements. */
export interface ElementChanges {
  /** Inserted, changed and moved elements in their present state. */
  elements: readonly Element[];
  removedIds: readonly number[];
  /** New order numbers of elements that made room. */
  renumbered: readonly { id: number; orderIndex: number }[];
}

/** Reuse the objects of the previous list for elements that a refetch did not change. */
export function reuseUnchangedRows(before: readonly Element[] = [], list: Element[]): Element[] {
  const known = new Map(before.map((element) => [element.id, element]));
  const rows = list.map((element) => replaceEqualDeep(known.get(element.id), element));
  const isSame = rows.length === before.length && rows.every((row, index) => row === before[index]);
  return isSame ? (before as Element[]) : rows;
}

/**
 * Apply changes to a list. `openingId` is the scene of the text before the first heading; null:
 * that text keeps its scene.
 */
export function withChanges(
  list: Element[],
  changes: ElementChanges,
  openingId: number | null = null,
): Element[] {
  return withLine(list, changes) ?? withAll(list, changes, openingId);
}

/**
 * Apply the most frequent change, one inserted or changed line within a scene, without looking at
 * the rest. Returns null for any other change.
 */
function withLine(list: Element[], { elements, removedIds, renumbered }: ElementChanges): Element[] | null {
  const [line, ...others] = elements;
  if (!line || others.length + removedIds.length + renumbered.length > 0) return null;
  if (isHeadingType(line.elementType)) return null;
  const index = list.findIndex(({ id }) => id === line.id);
  const before = list[index];
  if (before) {
    const isInPlace = before.orderIndex === line.orderIndex && !isHeadingType(before.elementType);
    return isInPlace ? list.with(index, line) : null;
  }
  const at = placeIn(list, line);
  // The position must be within a scene, and not before its heading.
  return list[at - 1]?.sceneId === line.sceneId ? list.toSpliced(at, 0, line) : null;
}

/** Return the position of an element in an ordered list. */
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
  const removed = new Set(removedIds);
  const places = new Map(renumbered.map(({ id, orderIndex }) => [id, orderIndex]));
  const rows: Element[] = [];
  for (const each of list) {
    if (removed.has(each.id)) continue;
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

/** Assign each element to the scene of the heading above it (decision OQ-51). Changes the list. */
function inTheirScenes(list: Element[], openingId: number | null): Element[] {
  let sceneId = openingId;
  for (let index = 0; index < list.length; index++) {
    const element = list[index] as Element;
    if (isHeadingType(element.elementType)) sceneId = element.sceneId;
    else if (sceneId !== null && element.sceneId !== sceneId) list[index] = { ...element, sceneId };
  }
  return list;
}

/** Return the scene of the text before the first heading (screenplay/scenes.ts). */
export function openingSceneId(scenes: readonly Scene[] = []): number | null {
  return scenes.find(({ heading }) => heading === '')?.id ?? null;
}

/** Return the scenes in script order after an edit changed, created and removed some. */
export function withScenes(list: Scene[], changed: readonly Scene[], removedIds: readonly number[]): Scene[] {
  if (changed.length === 0 && removedIds.length === 0) return list;
  const byId = new Map(list.map((scene) => [scene.id, scene]));
  for (const scene of changed) byId.set(scene.id, scene);
  for (const id of removedIds) byId.delete(id);
  return [...byId.values()].sort((a, b) => a.sceneNumber - b.sceneNumber || a.id - b.id);
}
