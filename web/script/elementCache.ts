import { compareOrder } from '#screenplay/order.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';

/*
 * Lists after an edit. Whatever an edit leaves alone stays the same object: pagination starts again at the
 * first object that changed, and pages are drawn anew only where theirs did.
 */

/** The list with an element added or replaced, and with the new places of those that made room for it. */
export function withElement(
  list: Element[],
  element: Element,
  renumbered: readonly { id: number; orderIndex: number }[],
): Element[] {
  const places = new Map(renumbered.map(({ id, orderIndex }) => [id, orderIndex]));
  const index = list.findIndex((each) => each.id === element.id);
  const isInPlace = index >= 0 && list[index]?.orderIndex === element.orderIndex && places.size === 0;
  if (isInPlace) return inTheirScenes(list.with(index, element));
  const others = list
    .filter((each) => each.id !== element.id)
    .map((each) => {
      const orderIndex = places.get(each.id);
      return orderIndex === undefined || orderIndex === each.orderIndex ? each : { ...each, orderIndex };
    });
  return inTheirScenes([...others, element].sort(compareOrder));
}

export function withoutElement(list: Element[], elementId: number): Element[] {
  const rest = list.filter((each) => each.id !== elementId);
  return rest.length === list.length ? list : inTheirScenes(rest);
}

/** Text stands in the scene of the heading above it; the opening keeps what it has (decision OQ-51). */
function inTheirScenes(list: Element[]): Element[] {
  let sceneId: number | null = null;
  return list.map((element) => {
    if (element.elementType === 'scene_heading') {
      sceneId = element.sceneId;
      return element;
    }
    return sceneId === null || element.sceneId === sceneId ? element : { ...element, sceneId };
  });
}

/** The scenes in script order, with those changed, made and merged by an edit. */
export function withScenes(list: Scene[], changed: readonly Scene[], removedIds: readonly number[]): Scene[] {
  if (changed.length === 0 && removedIds.length === 0) return list;
  const byId = new Map(list.map((scene) => [scene.id, scene]));
  for (const scene of changed) byId.set(scene.id, scene);
  for (const id of removedIds) byId.delete(id);
  return [...byId.values()].sort((a, b) => a.sceneNumber - b.sceneNumber || a.id - b.id);
}
