import { isContinued, parseCue, speakerKey } from '../cue.ts';
import type { ScriptElement } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import { boxOf } from './sheet.ts';
import { capitals, plainTextOf } from './text.ts';

const voiceOver = /^\(\s*v\.?\s*o\.?\s*\)?$/i;

/**
 * Whether a cue prints an automatic (CONT'D): its speaker also had the cue before it in the same scene, whatever
 * stood between. Not on a voice-over, and not on a cue that already says so.
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
  for (let before = index - 1; before >= 0; before--) {
    const element = elements[before] as ScriptElement;
    if (element.elementType === 'scene_heading') return false;
    if (isCue(element)) return speakerKey(parseCue(element.content).name) === key;
  }
  return false;
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
