/*
 * A scene is the range of the script from its heading element to the next heading (decision OQ-51).
 * The heading element's sceneId links the two. The opening, text before the first heading, is a
 * scene with an empty heading and without a heading element. Scenes are numbered by their headings,
 * so its number is 0.
 */

import type { ScriptElement } from './element.ts';
import { isHeadingType } from './elementTypes/predicates.ts';
import { hasMarks, plainText } from './emphasis.ts';
import { parseHeading } from './heading.ts';

/** Fields of an element that determine scenes. `content` is only read for headings. */
export interface StretchElement extends Pick<ScriptElement, 'elementType' | 'content'> {
  id: number;
  /** Null for an element without a scene, such as a new heading. */
  sceneId: number | null;
}

/** Fields of a scene that reconcileScenes reads. */
export interface StretchScene {
  id: number;
  sceneNumber: number;
  /** "" for the opening. */
  heading: string;
  /** True when only a slice of the script is loaded and the scene begins outside of it. */
  isOpenedElsewhere?: boolean;
}

/** Fields of a scene that follow from its heading text. */
export interface SceneHeading {
  heading: string;
  location: string;
  timeOfDay: string;
}

export interface NewScene extends SceneHeading {
  /** Element that opens the scene: its heading, or the first text of an opening. */
  firstElementId: number;
  sceneNumber: number;
  /** Existing scene before it, whose act and sequence it shares; null if there is none. */
  afterSceneId: number | null;
  /** All loaded elements of the scene, in script order. */
  elementIds: number[];
  /** Elements of the scene that are not loaded. */
  unloaded: UnloadedElements[];
}

/**
 * Range of elements that are not loaded, by their stored scene and the loaded elements around them.
 */
export interface UnloadedElements {
  sceneId: number;
  afterId: number;
  /** Null: up to the end of the script. */
  beforeId: number | null;
}

/** Number change of scenes that are not loaded. */
export interface NumberShift {
  above: number;
  /** Last scene number in the range; null: to the end. */
  upTo: number | null;
  by: number;
}

/** Changed fields of a scene. */
export type SceneUpdate = { id: number } & Partial<SceneHeading & { sceneNumber: number }>;

/** Changes to write together so that scenes match the headings. */
export interface SceneChanges {
  create: NewScene[];
  update: SceneUpdate[];
  /** Scenes without elements. Write `assign` before removing them. */
  remove: number[];
  /** Elements that change their scene, by new scene. Each scene occurs once. */
  assign: { sceneId: number; elementIds: number[]; unloaded: UnloadedElements[] }[];
  /** Empty if the whole script is loaded. */
  shift: NumberShift[];
}

/** Heading fields of the opening. */
export const noHeading: SceneHeading = { heading: '', location: '', timeOfDay: '' };

/** Parse the content of a heading element. Emphasis marks and line breaks are removed. */
export function sceneHeading(content: string): SceneHeading {
  const heading = headingText(content);
  const { location, timeOfDay } = parseHeading(heading);
  return { heading, location, timeOfDay };
}

/** Return the text of a heading element in one line, without emphasis marks. */
export function headingText(content: string): string {
  const text = hasMarks(content) ? plainText(content) : content;
  if (!text.includes('\n')) return text;
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim();
}

/**
 * Return whether an edit of one element can change scenes. Most edits cannot, so the scenes need
 * not be loaded. `before` is null for a new element, `after` for a deleted one. `isInOpening` is
 * true before the first heading. If the result is false, a new element takes the scene of the
 * element before it.
 */
export function touchesScenes(
  before: Pick<StretchElement, 'elementType' | 'content'> | null,
  after: Pick<StretchElement, 'elementType' | 'content'> | null,
  isInOpening: boolean,
): boolean {
  if (isInOpening && (before === null || after === null)) return true;
  const wasHeading = isHeadingType(before?.elementType);
  const isHeading = isHeadingType(after?.elementType);
  return wasHeading !== isHeading || (isHeading && before?.content !== after?.content);
}

/** Range of elements and its new position, as moveAfter in order.ts takes it. */
export interface SceneMove {
  elementIds: number[];
  /** Null: the start of the script. */
  afterId: number | null;
}

/**
 * Move a scene so that it becomes number `toNumber`, or the nearest existing number (decision
 * OQ-88). `elements` are in order and match the scenes. The opening stays first, because it has no
 * heading. Return null when nothing moves or the scene has no elements. Run reconcileScenes
 * afterwards.
 */
export function moveScene(
  elements: readonly StretchElement[],
  sceneId: number,
  toNumber: number,
): SceneMove | null {
  const moved = elements.filter((element) => element.sceneId === sceneId);
  if (!isHeadingType(moved[0]?.elementType)) return null;
  const rest = elements.filter((element) => element.sceneId !== sceneId);
  const afterId = placeOfScene(rest, toNumber);
  const before = elements.indexOf(moved[0]) - 1;
  if ((elements[before]?.id ?? null) === afterId) return null;
  return { elementIds: moved.map((element) => element.id), afterId };
}

/**
 * Return the element after which a scene's heading must be placed to become number `sceneNumber`,
 * or the nearest existing number; null is the start of the script. `elements` are in order.
 */
export function placeOfScene(elements: readonly StretchElement[], sceneNumber: number): number | null {
  let headingsBefore = Math.max(sceneNumber - 1, 0);
  for (const [i, element] of elements.entries()) {
    if (!isHeadingType(element.elementType)) continue;
    if (headingsBefore === 0) return elements[i - 1]?.id ?? null;
    headingsBefore--;
  }
  return elements.at(-1)?.id ?? null;
}
