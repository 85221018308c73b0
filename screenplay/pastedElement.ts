import type { Alignment, DualColumn, ElementType } from './element.ts';
import { isInCapitals } from './fountain/rules.ts';

/** What a paste puts into the script: as much of an element as a new one can have. */
export interface PastedElement {
  elementType: ElementType;
  content: string;
  dual?: DualColumn;
  alignment?: Alignment;
  startsNewPage?: true;
}

/** Whether a line could be the cue of a speech below it: a short one in capitals, and no sentence. */
export function isCueLike(line: string): boolean {
  const isShort = line.length <= 60 && isInCapitals(line) && !/[.!?:]$/.test(line);
  return isShort && !/^\W*(?:CHAPTER|PART|ACT)\b/.test(line);
}

/** CUT TO: and the like. */
export function isTransitionLike(line: string): boolean {
  return line.length <= 60 && isInCapitals(line) && /(?:TO:|OUT[.:]|FADE IN:)$/.test(line);
}
