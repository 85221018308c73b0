import type { ScriptElement } from '../element.ts';
import { isCueType, isDialogueType, isParentheticalType, isSpeechType } from '../elementTypes/predicates.ts';
import { withParentheses } from '../parenthetical.ts';
import { isSameText } from './differences.ts';
import type { LineRange } from './reading.ts';
import { escapeSpeech } from './rules.ts';
import { storedElement } from './storedElement.ts';

/** Elements that were read, with their lines. */
export interface ElementsWithLines {
  elements: readonly ScriptElement[];
  ranges: readonly LineRange[];
  lines: readonly string[];
}

/**
 * Return the indexes of the elements that the writer may write with other lines, or another gap
 * above, than the file has. A speech is usual if all its elements are. The first and the last one
 * are never, and none below notes or sections, because these are in the gap.
 */
export function unusualElements(reading: ElementsWithLines): number[] {
  const { elements } = reading;
  const indexes: number[] = [];
  let isBelowBlocks = false;
  let end = 0;
  for (let start = 0; start < elements.length; start = end) {
    end = start + 1;
    while (isSpeechType(elements[end]?.elementType)) end++;
    let isUsual = !isBelowBlocks && start > 0 && end < elements.length;
    for (let index = start; isUsual && index < end; index++) isUsual = isWrittenAsRead(reading, index);
    isBelowBlocks = false;
    if (isUsual) continue;
    for (let index = start; index < end; index++) {
      indexes.push(index);
      if (elements[index]?.extras) isBelowBlocks = true;
    }
  }
  return indexes;
}

/** Return whether the writer would write an element as in the file, with the gap above it. */
function isWrittenAsRead({ elements, ranges, lines }: ElementsWithLines, index: number): boolean {
  const above = elements[index - 1] as ScriptElement;
  const element = elements[index] as ScriptElement;
  const { from } = ranges[index] as LineRange;
  const { to: lineAbove } = ranges[index - 1] as LineRange;
  if (element.content !== lines[from]) return false;
  const hasUsualGap = isSpeechType(element.elementType)
    ? from === lineAbove + 1 && isInSpeech(above) && !areBothDialogue(above, element)
    : from === lineAbove + 2 && lines[lineAbove + 1] === '';
  return hasUsualGap && knownLine({ elements, ranges, lines }, index) !== null;
}

function isInSpeech({ elementType }: ScriptElement): boolean {
  return isCueType(elementType) || isSpeechType(elementType);
}

/** Return whether two elements need a separator. */
function areBothDialogue(above: ScriptElement, element: ScriptElement): boolean {
  return isDialogueType(above.elementType) && isDialogueType(element.elementType);
}

/**
 * Return the line that the writer is known to write for an element, because it was read from such a
 * line without a mark; null if that is not certain. The first line can be like a title page.
 */
export function knownLine({ elements, ranges, lines }: ElementsWithLines, index: number): string | null {
  const { from, to, isUnmarked } = ranges[index] as LineRange;
  const { content } = elements[index] as ScriptElement;
  if (index === 0 || !isUnmarked || from !== to) return null;
  return isSameText(content, lines[from] as string) && isWrittenAsContent(elements, index) ? content : null;
}

/** Return whether the writer would write the content of an element that was read without a mark. */
function isWrittenAsContent(elements: readonly ScriptElement[], index: number): boolean {
  const element = elements[index] as ScriptElement;
  const { elementType, content, dual, originalType, extras } = element;
  if (dual !== null || originalType !== null || extras !== null) return false;
  if (isDialogueType(elementType)) return escapeSpeech(content) === content;
  if (isParentheticalType(elementType)) return withParentheses(content) === content;
  if (isCueType(elementType) && !isSpeechType(elements[index + 1]?.elementType)) return false;
  return storedElement(element) === element;
}
