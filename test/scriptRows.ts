import type { ScriptElement } from '#screenplay/element.ts';
import { contentAs } from '#screenplay/flow.ts';
import { reconcileScenes } from '#screenplay/reconcileScenes.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { elementRow, sceneRow } from './rows.ts';

/**
 * Create a script in the shape of the contract, with ids from 1, for tests of pure functions. It
 * does not do what a server would do with a script.
 */
export function scriptRows(script: readonly Partial<ScriptElement>[]): {
  elements: Element[];
  scenes: Scene[];
} {
  const elements = script.map((each, index) => {
    const row = elementRow({ content: '', ...(each as Partial<Element>), id: index + 1 });
    const content = contentAs(row.elementType, row.content);
    return { ...row, content, orderIndex: (index + 1) * 10, sceneId: 0 };
  });
  let id = elements.length;
  const scenes = reconcileScenes(elements, []).create.map(({ elementIds, sceneNumber, heading, ...more }) => {
    const scene = sceneRow({ id: ++id, sceneNumber, heading, pageNumber: null });
    const { location, timeOfDay } = more as Partial<Scene>;
    const own = new Set(elementIds);
    for (const element of elements) if (own.has(element.id)) element.sceneId = scene.id;
    return { ...scene, location: location ?? null, timeOfDay: timeOfDay ?? null };
  });
  return { elements, scenes: scenes.sort((one, other) => one.sceneNumber - other.sceneNumber) };
}
