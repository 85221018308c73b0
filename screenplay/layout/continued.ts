import { capitals } from '../capitals.ts';
import { isContinued, parseCue, speakerKey } from '../cue.ts';
import type { DualColumn, ScriptElement } from '../element.ts';
import { isCueType, isHeadingType } from '../elementTypes/predicates.ts';
import type { ScriptFormat } from '../format.ts';
import { isVoiceOver } from '../language/cueExtensions.ts';
import { boxOf } from './sheet.ts';
import { plainTextOf } from './text.ts';

/**
 * Return whether a cue prints an automatic (CONT'D).
 *
 * It does when the previous cue in the same scene has the same speaker, whatever is between them.
 * In a dual dialogue, the previous cue is the one above in the same column, or else the one above
 * the block. After a dual dialogue, the last cue of either column counts. A voice-over is never
 * continued, nor is a cue after one, nor a cue that already contains the text. Source:
 * docs/format.md, "Cues".
 */
export function isContinuedAt(
  elements: readonly ScriptElement[],
  format: ScriptFormat,
  index: number,
): boolean {
  const cue = elements[index];
  if (!format.continuesAutomatically || !cue || !isCue(cue)) return false;
  const { name, extensions } = parseCue(cue.content);
  const key = speakerKey(name);
  if (key === '' || isContinued(cue.content) || extensions.some(isVoiceOver)) return false;
  return cuesBefore(elements, index).some((before) => {
    const earlier = parseCue(before.content);
    return speakerKey(earlier.name) === key && !earlier.extensions.some(isVoiceOver);
  });
}

/**
 * Return the cues that a cue may continue: the last one of its scene, or the last one of each
 * column of a dual dialogue.
 */
function cuesBefore(elements: readonly ScriptElement[], index: number): ScriptElement[] {
  const ownColumn = elements[index]?.dual ?? null;
  const found: ScriptElement[] = [];
  let columnBelow = ownColumn;
  let isInOwnBlock = ownColumn !== null;
  let column: DualColumn | null = null;
  for (let at = index - 1; at >= 0; at--) {
    const element = elements[at] as ScriptElement;
    // A block is left elements and then right ones. Going up, it ends at a right above a left, or
    // at an element that is in no column.
    const isSameBlock =
      element.dual !== null && columnBelow !== null && !(element.dual === 'right' && columnBelow === 'left');
    if (!isSameBlock) isInOwnBlock = false;
    if (!isSameBlock && found.length > 0) return found;
    columnBelow = element.dual;
    if (isHeadingType(element.elementType)) return found;
    if (!isCue(element)) continue;
    if (element.dual === null) return [element];
    if (isInOwnBlock && element.dual === ownColumn) return [element];
    if (isInOwnBlock || column === element.dual) continue;
    column = element.dual;
    found.push(element);
  }
  return found;
}

/**
 * Return the cue as it is repeated on the page where its speech continues, such as "TOBIAS (V.O.)
 * (CONT'D)".
 */
export function repeatedCueOf(cue: ScriptElement, format: ScriptFormat): string {
  const text = plainTextOf(cue).trim();
  const printed = boxOf(cue, format).isAllCaps ? capitals(text) : text;
  const hasContinuedText = isContinued(cue.content) || format.continuedText === '';
  return hasContinuedText ? printed : `${printed} ${format.continuedText}`;
}

function isCue({ elementType }: ScriptElement): boolean {
  return isCueType(elementType);
}
