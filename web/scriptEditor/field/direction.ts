import { directionType } from '#screenplay/directions.ts';
import type { ElementType } from '#screenplay/element.ts';
import { isCueType, isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { isUpperCased } from '#screenplay/elementTypes/table.ts';
import { upperStyled } from '#screenplay/styled.ts';
import type { LiveText } from './liveText.ts';

/**
 * Return the text of a line that became an opening or a transition on Enter (decision OQ-122). An
 * opening is action, which has capitals only as its letters.
 */
export function directionText(becomes: ElementType, text: LiveText): LiveText {
  return isUpperCased(becomes) ? text : upperStyled(text);
}

/**
 * Return a heading or a cue that reads like an opening or a transition as what it is, for a line
 * that is left without Enter: it is never a scene and never a character. Null for other lines.
 */
export function asDirection({ type, text }: { type: ElementType; text: LiveText }) {
  const becomes = isHeadingType(type) || isCueType(type) ? directionType(text.text) : null;
  return becomes && { type: becomes, text: directionText(becomes, text) };
}
