/*
 * A scene is the stretch of script from its heading element to the next heading (decision OQ-51). The link
 * is the heading element's sceneId. Text before the first heading is the opening: a scene whose heading is
 * empty and that has no heading element.
 */
import type { ElementType } from './element.ts';
import { hasMarks, plainText } from './emphasis.ts';
import { parseHeading } from './heading.ts';

/** What scenes need to know of an element. `content` is read of headings only. */
export interface StretchElement {
  id: number;
  elementType: ElementType;
  content: string;
  /** Null for an element that has no scene yet, such as a new heading. */
  sceneId: number | null;
}

/** What scenesInStep needs to know of a scene. */
export interface StretchScene {
  id: number;
  sceneNumber: number;
  /** "" for the opening. */
  heading: string;
}

/** The fields of a scene that follow from the text of its heading element. */
export interface SceneHeading {
  heading: string;
  location: string;
  timeOfDay: string;
}

export interface NewScene extends SceneHeading {
  /** The element that opens it: its heading, or the first text of an opening. */
  firstElementId: number;
  sceneNumber: number;
  /** The kept scene before it in the script, whose act and sequence it shares; null when there is none. */
  afterSceneId: number | null;
  /** All elements that stand in it, in script order. */
  elementIds: number[];
}

/** Only the fields that change. */
export type SceneUpdate = { id: number } & Partial<SceneHeading & { sceneNumber: number }>;

/** What has to be written, as a whole, so that headings and scenes agree. */
export interface SceneChanges {
  create: NewScene[];
  update: SceneUpdate[];
  /** Scenes in which nothing stands any more. Assign before removing. */
  remove: number[];
  /** Elements that now stand in another scene, by that scene. Each scene occurs once. */
  assign: { sceneId: number; elementIds: number[] }[];
}

const noHeading: SceneHeading = { heading: '', location: '', timeOfDay: '' };

/** Text of a heading element → the scene's fields. Marks of emphasis and line breaks are left out. */
export function sceneHeading(content: string): SceneHeading {
  const heading = headingText(content);
  const { location, timeOfDay } = parseHeading(heading);
  return { heading, location, timeOfDay };
}

function headingText(content: string): string {
  const text = hasMarks(content) ? plainText(content) : content;
  if (!text.includes('\n')) return text;
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim();
}

/**
 * Whether an edit of one element can change scenes at all; most cannot, and then nothing need be loaded.
 * `before` is null for a new element, `after` for a deleted one; `isInOpening` when it stands before the
 * first heading. A new element of which this is false takes the scene of the element before it.
 */
export function touchesScenes(
  before: Pick<StretchElement, 'elementType' | 'content'> | null,
  after: Pick<StretchElement, 'elementType' | 'content'> | null,
  isInOpening: boolean,
): boolean {
  if (isInOpening && (before === null || after === null)) return true;
  const wasHeading = before?.elementType === 'scene_heading';
  const isHeading = after?.elementType === 'scene_heading';
  return wasHeading !== isHeading || (isHeading && before?.content !== after?.content);
}

/**
 * Computes what must change after an edit so that every heading opens exactly one scene, every element
 * belongs to the stretch it stands in, and scenes are numbered 1 to n in script order.
 * - A heading keeps its scene wherever it goes. A new one (sceneId null, or that of an earlier heading)
 *   opens a scene, or takes over the scene of the text it stands before when that has lost its heading.
 * - A stretch that loses its heading merges into the scene before it. The first scene has none before it:
 *   it stays, as the opening. A scene without elements is removed.
 * - heading, location and timeOfDay are set when the heading's text changed, so that a location given by
 *   hand outlives other edits.
 * `elements`: the whole script in order; `scenes`: all of the project, in any order. One pass over each.
 */
export function scenesInStep(
  elements: readonly StretchElement[],
  scenes: readonly StretchScene[],
): SceneChanges {
  const changes: SceneChanges = { create: [], update: [], remove: [], assign: [] };
  const holders = holdersOf(elements, new Map(scenes.map((scene) => [scene.id, scene])));
  const kept = new Set<number>();
  let sceneNumber = 0;
  let afterSceneId: number | null = null;
  let sceneId: number | null = null;
  let elementIds: number[] = [];
  for (const [i, element] of elements.entries()) {
    if (i === 0 || element.elementType === 'scene_heading') {
      sceneNumber++;
      elementIds = [];
      const content = element.elementType === 'scene_heading' ? element.content : null;
      const scene = holders.get(element);
      if (scene) {
        kept.add(scene.id);
        const update = updateOf(scene, content, sceneNumber);
        if (update) changes.update.push(update);
        sceneId = afterSceneId = scene.id;
      } else {
        const fields = content === null ? noHeading : sceneHeading(content);
        changes.create.push({ ...fields, firstElementId: element.id, sceneNumber, afterSceneId, elementIds });
        sceneId = null;
      }
    }
    if (sceneId !== null) {
      if (element.sceneId === sceneId) continue;
      if (elementIds.length === 0) changes.assign.push({ sceneId, elementIds });
    }
    elementIds.push(element.id);
  }
  for (const scene of scenes) if (!kept.has(scene.id)) changes.remove.push(scene.id);
  return changes;
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
): Map<StretchElement, StretchScene> {
  const bySceneId = headingsOf(elements, scenes);
  const first = elements[0];
  if (first && first.elementType !== 'scene_heading') {
    const opening = openingOf(elements, scenes, bySceneId);
    if (opening) bySceneId.set(opening.id, first);
  }
  const holders = new Map<StretchElement, StretchScene>();
  for (const [sceneId, element] of bySceneId) {
    const scene = scenes.get(sceneId);
    if (scene) holders.set(element, scene);
  }
  for (const [i, element] of elements.entries()) {
    if (element.elementType !== 'scene_heading' || holders.has(element)) continue;
    // A heading without a scene takes over the scene of the text after it, if no one else holds that.
    const next = elements[i + 1];
    if (!next || next.elementType === 'scene_heading' || next.sceneId === null) continue;
    const scene = scenes.get(next.sceneId);
    if (!scene || bySceneId.has(scene.id)) continue;
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
    if (element.elementType !== 'scene_heading' || element.sceneId === null) continue;
    const scene = scenes.get(element.sceneId);
    if (!scene) continue;
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
    if (element.elementType === 'scene_heading') break;
    const scene = element.sceneId === null ? undefined : scenes.get(element.sceneId);
    // A heading made within the opening opens a scene of its own; the text before it stays the opening.
    if (scene && (scene.heading === '' || !headings.has(scene.id))) return scene;
  }
  return null;
}

/** A stretch of elements and where it goes, as moveAfter of order.ts takes it. */
export interface SceneMove {
  elementIds: number[];
  /** Null for the very start. */
  afterId: number | null;
}

/**
 * Moves a scene so that it becomes number `toNumber`, or the nearest there is (decision OQ-88).
 * Elements in order, with scenes in step. The opening has no heading to carry, so it stays first and nothing
 * moves before it. Null when nothing moves or the scene has no elements. Run scenesInStep afterwards.
 */
export function moveScene(
  elements: readonly StretchElement[],
  sceneId: number,
  toNumber: number,
): SceneMove | null {
  const moved = elements.filter((element) => element.sceneId === sceneId);
  if (moved[0]?.elementType !== 'scene_heading') return null;
  const rest = elements.filter((element) => element.sceneId !== sceneId);
  const afterId = placeOfScene(rest, toNumber);
  const before = elements.indexOf(moved[0]) - 1;
  if ((elements[before]?.id ?? null) === afterId) return null;
  return { elementIds: moved.map((element) => element.id), afterId };
}

/**
 * The element after which the heading of a scene must stand so that it becomes number `sceneNumber`, or the
 * nearest there is; null for the very start. Elements in order.
 */
export function placeOfScene(elements: readonly StretchElement[], sceneNumber: number): number | null {
  const hasOpening = elements.length > 0 && elements[0]?.elementType !== 'scene_heading';
  let headingsBefore = Math.max(sceneNumber - (hasOpening ? 2 : 1), 0);
  for (const [i, element] of elements.entries()) {
    if (element.elementType !== 'scene_heading') continue;
    if (headingsBefore === 0) return elements[i - 1]?.id ?? null;
    headingsBefore--;
  }
  return elements.at(-1)?.id ?? null;
}
