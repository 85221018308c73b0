import { directionType } from '#screenplay/directions.ts';
import type { ElementType } from '#screenplay/element.ts';
import { isCueType, isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { changedText } from '#screenplay/flow.ts';
import type { LiveText } from './liveText.ts';

/**
 * Return a heading or a cue that reads like an opening or a transition as what it is, for a line
 * that is left without Enter: it is never a scene and never a character. Null for other lines.
 */
export function asDirection({ type, text }: { type: ElementType; text: LiveText }) {
  const becomes = isHeadingType(type) || isCueType(type) ? directionType(text.text) : null;
  return becomes && { type: becomes, text: changedText(text, { elementType: becomes }) };
}
