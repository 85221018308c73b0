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

/** `openingId`: the scene of text before the first heading; null where that stays in the one it has. */
export function withChanges(
  list: Element[],
  { elements, removedIds, renumbered }: ElementChanges,
  openingId: number | null = null,
): Element[] {
  const changed = new Map(elements.map((element) => [element.id, element]));
  const gone = new Set(removedIds);
  const places = new Map(renumbered.map(({ id, orderIndex }) => [id, orderIndex]));
  const kept = list.flatMap((each) => {
    if (gone.has(each.id)) return [];
    const element = changed.get(each.id);
    changed.delete(each.id);
    if (element) return [element];
    const orderIndex = places.get(each.id);
    return [orderIndex === undefined || orderIndex === each.orderIndex ? each : { ...each, orderIndex }];
  });
  const rows = [...kept, ...changed.values()];
  const isInOrder = rows.every((row, index) => {
    const before = rows[index - 1];
    return !before || compareOrder(before, row) < 0;
  });
  return inTheirScenes(isInOrder ? rows : rows.sort(compareOrder), openingId);
}

/** Text stands in the scene of the heading above it (decision OQ-51). */
function inTheirScenes(list: Element[], openingId: number | null): Element[] {
  let sceneId = openingId;
  return list.map((element) => {
    if (element.elementType === 'scene_heading') {
      sceneId = element.sceneId;
      return element;
    }
    return sceneId === null || element.sceneId === sceneId ? element : { ...element, sceneId };
  });
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
