import type { ElementType } from '../element.ts';

/** Element type of `elements[index]?.elementType`: nullish beyond the ends of a script. */
type MaybeType = ElementType | null | undefined;

/** Return whether the type is that of scene headings. Every scene heading starts a scene. */
export function isHeadingType(type: MaybeType): type is 'scene_heading' {
  return type === 'scene_heading';
}

export function isActionType(type: MaybeType): type is 'action' {
  return type === 'action';
}

/** Return whether the type is that of cues, the lines that name a speaker. */
export function isCueType(type: MaybeType): type is 'character' {
  return type === 'character';
}

/** Return whether the type is that of spoken text. */
export function isDialogueType(type: MaybeType): type is 'dialogue' {
  return type === 'dialogue';
}

/** Return whether the type is that of lines in parentheses, which tell how a line is said. */
export function isParentheticalType(type: MaybeType): type is 'parenthetical' {
  return type === 'parenthetical';
}

export function isTransitionType(type: MaybeType): type is 'transition' {
  return type === 'transition';
}

/** Return whether the type belongs to a speech and follows its cue: dialogue and parentheticals. */
export function isSpeechType(type: MaybeType): type is 'dialogue' | 'parenthetical' {
  return isDialogueType(type) || isParentheticalType(type);
}
