/*
 * A scene is the stretch of script from its heading element to the next heading (decision OQ-51). The link
 * is the heading element's sceneId. Text before the first heading is the opening: a scene whose heading is
 * empty and that has no heading element. Scenes are numbered by their headings, so the opening's number is 0.
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
  /** Where only a part of the script is given: what opens the scene stands outside that part. */
  isOpenedElsewhere?: boolean;
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
  /** Those that stand in it and are not given. */
  unseen: UnloadedElements[];
}

/** Elements outside the part that is given, by the scene they are stored in and what stands around them. */
export interface UnloadedElements {
  sceneId: number;
  afterId: number;
  /** Null: up to the end of the script. */
  beforeId: number | null;
}

/** Scenes outside the part that is given whose numbers change by so many. */
export interface NumberShift {
  above: number;
  /** The last of them; null: to the end. */
  upTo: number | null;
  by: number;
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
  assign: { sceneId: number; elementIds: number[]; unseen: UnloadedElements[] }[];
  /** Empty where the whole script is given. */
  shift: NumberShift[];
}

/** Of the opening. */
export const noHeading: SceneHeading = { heading: '', location: '', timeOfDay: '' };

/** Text of a heading element → the scene's fields. Marks of emphasis and line breaks are left out. */
export function sceneHeading(content: string): SceneHeading {
  const heading = headingText(content);
  const { location, timeOfDay } = parseHeading(heading);
  return { heading, location, timeOfDay };
}

/** The text of a heading element in one line, without marks of emphasis. */
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
  let headingsBefore = Math.max(sceneNumber - 1, 0);
  for (const [i, element] of elements.entries()) {
    if (element.elementType !== 'scene_heading') continue;
    if (headingsBefore === 0) return elements[i - 1]?.id ?? null;
    headingsBefore--;
  }
  return elements.at(-1)?.id ?? null;
}
