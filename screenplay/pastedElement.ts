import { directionType } from './directions.ts';
import type { Alignment, DualColumn, ScriptElement } from './element.ts';
import { isInCapitals } from './fountain/rules.ts';
import type { MarkedType } from './markedTypes.ts';

/** Whole element that was cut or copied. A local id names one that the server does not have yet. */
export interface ElementSource {
  projectId: number;
  id: number;
}

/** Element created by a paste, with the fields that a new element can have. */
export interface PastedElement extends Pick<ScriptElement, 'elementType' | 'content'> {
  dual?: DualColumn;
  alignment?: Alignment;
  startsNewPage?: true;
  originalType?: MarkedType;
  /** Number beside a heading. */
  sceneNumber?: string;
  source?: ElementSource;
}

/**
 * Return whether a line can be the cue of the speech below it: short, in capitals, not a sentence.
 */
export function isCueLike(line: string): boolean {
  const isShort = line.length <= 60 && isInCapitals(line) && !/[.!?:]$/.test(line);
  if (directionType(line) !== null) return false;
  return isShort && !/^\W*(?:CHAPTER|PART|ACT)\b/.test(line);
}

/** Match CUT TO: and similar lines. */
export function isTransitionLike(line: string): boolean {
  if (directionType(line) === 'transition') return true;
  return line.length <= 60 && isInCapitals(line) && /(?:TO:|OUT[.:])$/.test(line);
}
