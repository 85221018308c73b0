import { isContinued, parseCue, speakerKey } from '../cue.ts';
import type { DualColumn, ScriptElement } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import { boxOf } from './sheet.ts';
import { capitals, plainTextOf } from './text.ts';

const voiceOver = /^\(\s*v\.?\s*o\.?\s*\)?$/i;

/**
 * Whether a cue prints an automatic (CONT'D): its speaker also had the cue before it in the same scene, whatever
 * stood between. Before a cue of a dual dialogue is the one above it in its column, else the one above the block;
 * after the block the last cue of either column counts. Not on a voice-over, not after one, and not on a cue that
 * already says so.
 * Source: docs/format.md, "Cues".
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
  if (key === '' || isContinued(cue.content) || extensions.some((each) => voiceOver.test(each))) return false;
  return cuesBefore(elements, index).some((before) => {
    const earlier = parseCue(before.content);
    return speakerKey(earlier.name) === key && !earlier.extensions.some((each) => voiceOver.test(each));
  });
}

/** The cues that a cue may go on from: the last one of its scene, or of a dual dialogue the last of each column. */
function cuesBefore(elements: readonly ScriptElement[], index: number): ScriptElement[] {
  const own = elements[index]?.dual ?? null;
  const found: ScriptElement[] = [];
  let after = own;
  let isInOwnBlock = own !== null;
  let column: DualColumn | null = null;
  for (let at = index - 1; at >= 0; at--) {
    const element = elements[at] as ScriptElement;
    // A block is lefts and then rights: upwards it ends where a left is followed by a right, or by what is in none.
    const isSameBlock =
      element.dual !== null && after !== null && !(element.dual === 'right' && after === 'left');
    if (!isSameBlock) isInOwnBlock = false;
    if (!isSameBlock && found.length > 0) return found;
    after = element.dual;
    if (element.elementType === 'scene_heading') return found;
    if (!isCue(element)) continue;
    if (element.dual === null) return [element];
    if (isInOwnBlock && element.dual === own) return [element];
    if (isInOwnBlock || column === element.dual) continue;
    column = element.dual;
    found.push(element);
  }
  return found;
}

/** The cue as it is repeated on the page where its speech goes on, such as "TOBIAS (V.O.) (CONT'D)". */
export function repeatedCueOf(cue: ScriptElement, format: ScriptFormat): string {
  const text = plainTextOf(cue).trim();
  const printed = boxOf(cue, format).isAllCaps ? capitals(text) : text;
  const isSaid = isContinued(cue.content) || format.continuedText === '';
  return isSaid ? printed : `${printed} ${format.continuedText}`;
}

function isCue({ elementType }: ScriptElement): boolean {
  return elementType === 'character';
}
