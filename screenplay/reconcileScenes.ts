import { isHeadingType } from './elementTypes/predicates.ts';
import {
  headingText,
  type NewScene,
  noHeading,
  type SceneChanges,
  type SceneUpdate,
  type StretchElement,
  type StretchScene,
  sceneHeading,
  type UnloadedElements,
} from './scenes.ts';

/**
 * Ids of elements that are followed by elements that are not loaded; null if some precede the first
 * one.
 */
export type UnloadedAfterIds = ReadonlySet<number | null>;

const wholeScript: UnloadedAfterIds = new Set();

/**
 * Compute the scene changes after an edit. Afterwards every heading opens exactly one scene, every
 * element belongs to the scene of the heading above it, and scenes with a heading are numbered 1 to
 * n in script order. The opening has number 0.
 * - A heading keeps its scene when it moves. A new heading (sceneId null or used by an earlier
 *   heading) opens a new scene, or takes over the scene of the text after it if that has lost its
 *   heading.
 * - A scene that loses its heading is merged into the scene before it. The first scene becomes the
 *   opening instead. A scene without elements is removed.
 * - heading, location and timeOfDay are only set when the text of the heading changed, so that a
 *   manually set location survives other edits.
 *
 * `elements` is the whole script in order, or the changed slices of it. Elements next to unloaded
 * ones must be unchanged. `scenes` are the scenes of the elements, in any order. Takes one pass
 * over each list.
 */
export function reconcileScenes(
  elements: readonly StretchElement[],
  scenes: readonly StretchScene[],
  openEnds: UnloadedAfterIds = wholeScript,
): SceneChanges {
  const stored = new Map(scenes.map((scene) => [scene.id, scene]));
  const walk = new SceneWalk(stored, mapFirstElements(elements, stored, openEnds));
  let before: StretchElement | null = null;
  for (const element of elements) {
    if (openEnds.has(before?.id ?? null)) walk.skipUnloaded(before, element);
    else if (before === null && !isHeadingType(element.elementType)) walk.openScene(element);
    if (isHeadingType(element.elementType)) walk.openScene(element);
    walk.assignToCurrent(element);
    before = element;
  }
  if (before && openEnds.has(before.id)) walk.skipUnloaded(before, null);
  const { changes, remainingSceneIds } = walk;
  for (const { id, isOpenedElsewhere } of scenes)
    if (!remainingSceneIds.has(id) && !isOpenedElsewhere) changes.remove.push(id);
  return changes;
}

/**
 * Scene that elements are assigned to. For a scene to be created, sceneId is null and all elements
 * are listed.
 */
interface Target {
  sceneId: number | null;
  elementIds: number[];
  unloaded: UnloadedElements[];
}

/** Walk through the script that collects the changes. */
class SceneWalk {
  readonly changes: SceneChanges = { create: [], update: [], remove: [], assign: [], shift: [] };
  readonly remainingSceneIds = new Set<number>();
  readonly #stored: ReadonlyMap<number, StretchScene>;
  readonly #holders: ReadonlyMap<StretchElement, StretchScene>;
  #number = 0;
  #afterSceneId: number | null = null;
  #target: Target = { sceneId: null, elementIds: [], unloaded: [] };

  constructor(
    stored: ReadonlyMap<number, StretchScene>,
    sceneByFirstElement: ReadonlyMap<StretchElement, StretchScene>,
  ) {
    this.#stored = stored;
    this.#holders = sceneByFirstElement;
  }

  /** Open a scene at a heading or at the first text of the script. */
  openScene(element: StretchElement): void {
    const content = isHeadingType(element.elementType) ? element.content : null;
    if (content !== null) this.#number++;
    const scene = this.#holders.get(element);
    if (scene) {
      const update = updateOf(scene, content, this.#number);
      if (update) this.changes.update.push(update);
      this.#enter(scene.id);
      return;
    }
    const created: NewScene = {
      ...(content === null ? noHeading : sceneHeading(content)),
      firstElementId: element.id,
      sceneNumber: this.#number,
      afterSceneId: this.#afterSceneId,
      elementIds: [],
      unloaded: [],
    };
    this.changes.create.push(created);
    this.#target = { sceneId: null, elementIds: created.elementIds, unloaded: created.unloaded };
  }

  assignToCurrent({ id, sceneId }: StretchElement): void {
    if (this.#target.sceneId !== null && this.#target.sceneId === sceneId) return;
    this.#assign().elementIds.push(id);
  }

  /**
   * Skip elements that are not loaded. They keep their scenes; those before the next heading belong
   * to the current scene.
   */
  skipUnloaded(before: StretchElement | null, next: StretchElement | null): void {
    const leftScene = before && this.#sceneOf(before);
    const enteredScene = next && this.#sceneOf(next);
    const upTo =
      next && enteredScene ? enteredScene.sceneNumber - (isHeadingType(next.elementType) ? 1 : 0) : null;
    const by = leftScene ? this.#number - leftScene.sceneNumber : 0;
    if (leftScene && by !== 0 && (upTo === null || upTo > leftScene.sceneNumber))
      this.changes.shift.push({ above: leftScene.sceneNumber, upTo, by });
    if (before && leftScene && leftScene.id !== this.#target.sceneId)
      this.#assign().unloaded.push({ sceneId: leftScene.id, afterId: before.id, beforeId: next?.id ?? null });
    if (!next || !enteredScene) return;
    this.#number = (upTo ?? 0) + by;
    if (!isHeadingType(next.elementType) && enteredScene.id !== leftScene?.id) this.#enter(enteredScene.id);
  }

  #enter(sceneId: number): void {
    this.remainingSceneIds.add(sceneId);
    this.#afterSceneId = sceneId;
    this.#target = { sceneId, elementIds: [], unloaded: [] };
  }

  #assign(): Target {
    const { sceneId, elementIds, unloaded } = this.#target;
    const isListed = sceneId === null || elementIds.length + unloaded.length > 0;
    if (!isListed) this.changes.assign.push({ sceneId, elementIds, unloaded });
    return this.#target;
  }

  /** Return the stored scene of an element next to unloaded elements. */
  #sceneOf({ sceneId }: StretchElement): StretchScene {
    const scene = this.#stored.get(sceneId ?? 0);
    if (!scene) throw new RangeError(`Scene ${sceneId} is not given`);
    return scene;
  }
}

/**
 * Return the changed fields of a scene; null if none changed. `content` is the text of the heading,
 * null for the opening.
 */
function updateOf(scene: StretchScene, content: string | null, sceneNumber: number): SceneUpdate | null {
  const isSameHeading = scene.heading === (content === null ? '' : headingText(content));
  const isSameNumber = scene.sceneNumber === sceneNumber;
  if (isSameHeading && isSameNumber) return null;
  const update: SceneUpdate = { id: scene.id };
  if (!isSameHeading) Object.assign(update, content === null ? noHeading : sceneHeading(content));
  if (!isSameNumber) update.sceneNumber = sceneNumber;
  return update;
}

/**
 * Map the first element of a scene range to the stored scene that it keeps. Elements without an
 * entry need a new scene.
 */
function mapFirstElements(
  elements: readonly StretchElement[],
  scenes: ReadonlyMap<number, StretchScene>,
  openEnds: UnloadedAfterIds,
): Map<StretchElement, StretchScene> {
  const bySceneId = headingsOf(elements, scenes);
  const first = elements[0];
  if (first && !isHeadingType(first.elementType) && !openEnds.has(null)) {
    const opening = openingOf(elements, scenes, bySceneId);
    if (opening) bySceneId.set(opening.id, first);
  }
  const sceneByFirstElement = new Map<StretchElement, StretchScene>();
  for (const [sceneId, element] of bySceneId) {
    const scene = scenes.get(sceneId);
    if (scene) sceneByFirstElement.set(element, scene);
  }
  for (const [i, element] of elements.entries()) {
    if (!isHeadingType(element.elementType) || sceneByFirstElement.has(element)) continue;
    // A heading without a scene takes over the scene of the text after it, if no other element has
    // it.
    const next = elements[i + 1];
    if (!next || isHeadingType(next.elementType) || next.sceneId === null) continue;
    const scene = scenes.get(next.sceneId);
    if (!scene || scene.isOpenedElsewhere || bySceneId.has(scene.id)) continue;
    bySceneId.set(scene.id, element);
    sceneByFirstElement.set(element, scene);
  }
  return sceneByFirstElement;
}

/** Map scene ids to the heading element of the scene. */
function headingsOf(
  elements: readonly StretchElement[],
  scenes: ReadonlyMap<number, StretchScene>,
): Map<number, StretchElement> {
  const headings = new Map<number, StretchElement>();
  for (const element of elements) {
    if (!isHeadingType(element.elementType) || element.sceneId === null) continue;
    const scene = scenes.get(element.sceneId);
    if (!scene || scene.isOpenedElsewhere) continue;
    const earlier = headings.get(scene.id);
    // The earlier of two headings with the same scene keeps it, unless only the later one matches.
    if (!earlier || (!readsAs(scene, earlier) && readsAs(scene, element))) headings.set(scene.id, element);
  }
  return headings;
}

function readsAs(scene: StretchScene, element: StretchElement): boolean {
  return headingText(element.content) === scene.heading;
}

/** Return the scene of the opening: the first scene of its text that no heading has. */
function openingOf(
  elements: readonly StretchElement[],
  scenes: ReadonlyMap<number, StretchScene>,
  headings: ReadonlyMap<number, StretchElement>,
): StretchScene | null {
  for (const element of elements) {
    if (isHeadingType(element.elementType)) break;
    const scene = element.sceneId === null ? undefined : scenes.get(element.sceneId);
    if (!scene || scene.isOpenedElsewhere) continue;
    // If a heading was inserted into the opening, it opens a new scene; the text before it keeps
    // the opening.
    if (scene.heading === '' || !headings.has(scene.id)) return scene;
  }
  return null;
}
