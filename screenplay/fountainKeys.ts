/*
 * Keyboard flow of the keys "Fountain": lines get their type by what is written in them, with the
 * signs of the plain-text format.
 */

import type { ElementType } from './element.ts';
import { isActionType, isCueType, isDialogueType, isParentheticalType } from './elementTypes/predicates.ts';
import { isInCapitals, lineKind } from './fountain/rules.ts';

interface FountainReading {
  elementType: ElementType;
  /** Length of the sign that forces the type, with the space after it; 0 without a sign. */
  signLength: number;
}

/**
 * Return the type that a line of action has in Fountain, at the moment it is ended: headings,
 * transitions, names in capitals, and what a sign forces. Null if it stays action.
 */
export function readAsFountain(text: string): FountainReading | null {
  const indent = text.length - text.trimStart().length;
  const line = text.trim();
  if (line === '') return null;
  const forced = (elementType: ElementType): FountainReading | null => {
    const signLength = indent + (/^.\s*/u.exec(line)?.[0].length ?? 0);
    return signLength < text.trimEnd().length ? { elementType, signLength } : null;
  };
  // Below a line that is ended comes its block or the next one: both are possible.
  switch (lineKind(line, { startsBlock: true, endsBlock: true, hasTextBelow: true })) {
    case 'forced_heading':
      return forced('scene_heading');
    case 'forced_cue':
      return forced('character');
    case 'forced_transition':
      return forced('transition');
    case 'forced_action':
      return forced('action');
    case 'shot':
      return { elementType: 'action', signLength: indent + (/^!!\s*/.exec(line)?.[0].length ?? 0) };
    case 'heading':
    case 'foreign_heading':
      return { elementType: 'scene_heading', signLength: 0 };
    case 'transition':
    case 'foreign_transition':
      return { elementType: 'transition', signLength: 0 };
    case 'cue':
      return isName(line) ? { elementType: 'character', signLength: 0 } : null;
    default:
      return null;
  }
}

/** Return whether a line in capitals may be a name. Shouts and sounds end in punctuation. */
function isName(line: string): boolean {
  return line.length <= 40 && /^\p{L}/u.test(line) && isInCapitals(line) && !/[.!?:;,…—-]$/.test(line);
}

/** Return the type of the line after one of this type: its block goes on, or action begins. */
export function typeAfterInFountain(elementType: ElementType): ElementType {
  return isCueType(elementType) || isParentheticalType(elementType) ? 'dialogue' : 'action';
}

/** Return the type of an empty line after Tab: character and back, in a speech a parenthetical. */
export function tabInFountain(elementType: ElementType): ElementType {
  if (isDialogueType(elementType)) return 'parenthetical';
  if (isParentheticalType(elementType)) return 'dialogue';
  return isActionType(elementType) ? 'character' : 'action';
}
