import { newSceneRow } from '#screenplay/edits/rows.ts';
import { reconcileScenes } from '#screenplay/reconcileScenes.ts';
import type { NewScene } from '#screenplay/scenes.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';

/** Elements and scenes that match. */
export interface ScriptWithScenes {
  elements: Element[];
  scenes: readonly Scene[];
}

/**
 * Scenes of the shown script. The effect of pending edits on scenes is computed as the server does.
 * A scene that the server has not created yet has a local id.
 */
export class OptimisticScenes {
  readonly #projectId: number;
  /** Local scene ids by the element that opens the scene. */
  readonly #localIds = new Map<number, number>();
  readonly #openers = new Map<number, number>();
  /** Elements with the scene that pending edits give them, by the element without it. */
  #placed = new Map<Element, Element>();
  #last: { elements: readonly Element[]; stored: readonly Scene[]; shown: ScriptWithScenes } | null = null;

  constructor(projectId: number) {
    this.#projectId = projectId;
  }

  /** Return elements and scenes. Returns the same objects for the same input. */
  of(elements: Element[], stored: readonly Scene[]): ScriptWithScenes {
    if (this.#last?.elements !== elements || this.#last.stored !== stored)
      this.#last = { elements, stored, shown: this.#inStep(elements, stored) };
    return this.#last.shown;
  }

  /** Return the element that opens a scene with a local id. */
  openerOf(localId: number): number | undefined {
    return this.#openers.get(localId);
  }

  #inStep(elements: Element[], stored: readonly Scene[]): ScriptWithScenes {
    const { create, update, remove, assign } = reconcileScenes(elements, stored);
    const byId = new Map(stored.map((scene) => [scene.id, scene]));
    for (const change of update) {
      const scene = byId.get(change.id);
      if (scene) byId.set(change.id, { ...scene, ...change });
    }
    const sceneIds = new Map<number, number>();
    for (const { sceneId, elementIds } of assign) for (const id of elementIds) sceneIds.set(id, sceneId);
    for (const made of create) {
      const scene = this.#made(made, byId.get(made.afterSceneId ?? 0));
      byId.set(scene.id, scene);
      for (const id of made.elementIds) sceneIds.set(id, scene.id);
    }
    for (const id of remove) byId.delete(id);
    const before = this.#placed;
    this.#placed = new Map();
    const placed = elements.map((element) => this.#placedIn(sceneIds.get(element.id), element, before));
    const scenes = [...byId.values()].sort((one, other) => one.sceneNumber - other.sceneNumber);
    return { elements: placed, scenes };
  }

  #placedIn(sceneId: number | undefined, element: Element, before: ReadonlyMap<Element, Element>): Element {
    if (sceneId === undefined) return element;
    const known = before.get(element);
    const placed = known?.sceneId === sceneId ? known : { ...element, sceneId };
    this.#placed.set(element, placed);
    return placed;
  }

  #made(made: NewScene, before?: Scene): Scene {
    const { firstElementId } = made;
    const id = this.#localIds.get(firstElementId) ?? -1 - this.#localIds.size;
    this.#localIds.set(firstElementId, id);
    this.#openers.set(id, firstElementId);
    return newSceneRow(made, before, { id, projectId: this.#projectId });
  }
}
