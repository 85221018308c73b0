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

/** Ids of elements after which others stand that are not given; null: some stand before the first. */
export type UnloadedAfterIds = ReadonlySet<number | null>;

const wholeScript: UnloadedAfterIds = new Set();

/**
 * Computes what must change after an edit so that every heading opens exactly one scene, every element
 * belongs to the stretch it stands in, and scenes with a heading are numbered 1 to n in script order, the opening 0.
 * - A heading keeps its scene wherever it goes. A new one (sceneId null, or that of an earlier heading)
 *   opens a scene, or takes over the scene of the text it stands before when that has lost its heading.
 * - A stretch that loses its heading merges into the scene before it. The first scene has none before it:
 *   it stays, as the opening. A scene without elements is removed.
 * - heading, location and timeOfDay are set when the heading's text changed, so that a location given by
 *   hand outlives other edits.
 * `elements`: the whole script in order, or the parts of it in which something changed; what stands beside an open
 * end is as it is stored. `scenes`: those of the elements, in any order. One pass over each.
 */
export function reconcileScenes(
  elements: readonly StretchElement[],
  scenes: readonly StretchScene[],
  openEnds: UnloadedAfterIds = wholeScript,
): SceneChanges {
  const stored = new Map(scenes.map((scene) => [scene.id, scene]));
  const walk = new SceneWalk(stored, holdersOf(elements, stored, openEnds));
  let before: StretchElement | null = null;
  for (const element of elements) {
    if (openEnds.has(before?.id ?? null)) walk.pass(before, element);
    else if (before === null && !isHeading(element)) walk.open(element);
    if (isHeading(element)) walk.open(element);
    walk.put(element);
    before = element;
  }
  if (before && openEnds.has(before.id)) walk.pass(before, null);
  const { changes, kept } = walk;
  for (const { id, isOpenedElsewhere } of scenes)
    if (!kept.has(id) && !isOpenedElsewhere) changes.remove.push(id);
  return changes;
}

/** Where elements come to stand: a stored scene, or with null one to make, whose elements are all listed. */
interface Target {
  sceneId: number | null;
  elementIds: number[];
  unseen: UnloadedElements[];
}

/** A walk through the script that notes what has to change. */
class SceneWalk {
  readonly changes: SceneChanges = { create: [], update: [], remove: [], assign: [], shift: [] };
  readonly kept = new Set<number>();
  readonly #stored: ReadonlyMap<number, StretchScene>;
  readonly #holders: ReadonlyMap<StretchElement, StretchScene>;
  #number = 0;
  #afterSceneId: number | null = null;
  #target: Target = { sceneId: null, elementIds: [], unseen: [] };

  constructor(stored: ReadonlyMap<number, StretchScene>, holders: ReadonlyMap<StretchElement, StretchScene>) {
    this.#stored = stored;
    this.#holders = holders;
  }

  /** The element opens a scene: a heading, or the first text of the script. */
  open(element: StretchElement): void {
    const content = isHeading(element) ? element.content : null;
    if (content !== null) this.#number++;
    const scene = this.#holders.get(element);
    if (scene) {
      const update = updateOf(scene, content, this.#number);
      if (update) this.changes.update.push(update);
      this.#enter(scene.id);
      return;
    }
    const made: NewScene = {
      ...(content === null ? noHeading : sceneHeading(content)),
      firstElementId: element.id,
      sceneNumber: this.#number,
      afterSceneId: this.#afterSceneId,
      elementIds: [],
      unseen: [],
    };
    this.changes.create.push(made);
    this.#target = { sceneId: null, elementIds: made.elementIds, unseen: made.unseen };
  }

  put({ id, sceneId }: StretchElement): void {
    if (this.#target.sceneId !== null && this.#target.sceneId === sceneId) return;
    this.#assign().elementIds.push(id);
  }

  /** Leads on over elements that are not given: they keep their scenes, up to the first heading the one that ends here. */
  pass(before: StretchElement | null, next: StretchElement | null): void {
    const left = before && this.#sceneOf(before);
    const entered = next && this.#sceneOf(next);
    const upTo = next && entered ? entered.sceneNumber - (isHeading(next) ? 1 : 0) : null;
    const by = left ? this.#number - left.sceneNumber : 0;
    if (left && by !== 0 && (upTo === null || upTo > left.sceneNumber))
      this.changes.shift.push({ above: left.sceneNumber, upTo, by });
    if (before && left && left.id !== this.#target.sceneId)
      this.#assign().unseen.push({ sceneId: left.id, afterId: before.id, beforeId: next?.id ?? null });
    if (!next || !entered) return;
    this.#number = (upTo ?? 0) + by;
    if (!isHeading(next) && entered.id !== left?.id) this.#enter(entered.id);
  }

  #enter(sceneId: number): void {
    this.kept.add(sceneId);
    this.#afterSceneId = sceneId;
    this.#target = { sceneId, elementIds: [], unseen: [] };
  }

  #assign(): Target {
    const { sceneId, elementIds, unseen } = this.#target;
    const isListed = sceneId === null || elementIds.length + unseen.length > 0;
    if (!isListed) this.changes.assign.push({ sceneId, elementIds, unseen });
    return this.#target;
  }

  /** An element beside an open end stands in a stored scene. */
  #sceneOf({ sceneId }: StretchElement): StretchScene {
    const scene = this.#stored.get(sceneId ?? 0);
    if (!scene) throw new RangeError(`Scene ${sceneId} is not given`);
    return scene;
  }
}

function isHeading({ elementType }: Pick<StretchElement, 'elementType'>): boolean {
  return elementType === 'scene_heading';
}

/** `content` is the heading's text, null for the opening. */
function updateOf(scene: StretchScene, content: string | null, sceneNumber: number): SceneUpdate | null {
  const isSameHeading = scene.heading === (content === null ? '' : headingText(content));
  const isSameNumber = scene.sceneNumber === sceneNumber;
  if (isSameHeading && isSameNumber) return null;
  const update: SceneUpdate = { id: scene.id };
  if (!isSameHeading) Object.assign(update, content === null ? noHeading : sceneHeading(content));
  if (!isSameNumber) update.sceneNumber = sceneNumber;
  return update;
}

/** First element of a stretch → the scene that stretch keeps. Without an entry it needs a new one. */
function holdersOf(
  elements: readonly StretchElement[],
  scenes: ReadonlyMap<number, StretchScene>,
  openEnds: UnloadedAfterIds,
): Map<StretchElement, StretchScene> {
  const bySceneId = headingsOf(elements, scenes);
  const first = elements[0];
  if (first && !isHeading(first) && !openEnds.has(null)) {
    const opening = openingOf(elements, scenes, bySceneId);
    if (opening) bySceneId.set(opening.id, first);
  }
  const holders = new Map<StretchElement, StretchScene>();
  for (const [sceneId, element] of bySceneId) {
    const scene = scenes.get(sceneId);
    if (scene) holders.set(element, scene);
  }
  for (const [i, element] of elements.entries()) {
    if (!isHeading(element) || holders.has(element)) continue;
    // A heading without a scene takes over the scene of the text after it, if no one else holds that.
    const next = elements[i + 1];
    if (!next || isHeading(next) || next.sceneId === null) continue;
    const scene = scenes.get(next.sceneId);
    if (!scene || scene.isOpenedElsewhere || bySceneId.has(scene.id)) continue;
    bySceneId.set(scene.id, element);
    holders.set(element, scene);
  }
  return holders;
}

/** Scene id → the heading element that has that scene. */
function headingsOf(
  elements: readonly StretchElement[],
  scenes: ReadonlyMap<number, StretchScene>,
): Map<number, StretchElement> {
  const headings = new Map<number, StretchElement>();
  for (const element of elements) {
    if (!isHeading(element) || element.sceneId === null) continue;
    const scene = scenes.get(element.sceneId);
    if (!scene || scene.isOpenedElsewhere) continue;
    const earlier = headings.get(scene.id);
    // Of two headings the earlier was there first, unless only the later still reads as the scene does.
    if (!earlier || (!readsAs(scene, earlier) && readsAs(scene, element))) headings.set(scene.id, element);
  }
  return headings;
}

function readsAs(scene: StretchScene, element: StretchElement): boolean {
  return headingText(element.content) === scene.heading;
}

/** The scene of the text before the first heading: the first one named there that no heading has. */
function openingOf(
  elements: readonly StretchElement[],
  scenes: ReadonlyMap<number, StretchScene>,
  headings: ReadonlyMap<number, StretchElement>,
): StretchScene | null {
  for (const element of elements) {
    if (isHeading(element)) break;
    const scene = element.sceneId === null ? undefined : scenes.get(element.sceneId);
    if (!scene || scene.isOpenedElsewhere) continue;
    // A heading made within the opening opens a scene of its own; the text before it stays the opening.
    if (scene.heading === '' || !headings.has(scene.id)) return scene;
  }
  return null;
}
