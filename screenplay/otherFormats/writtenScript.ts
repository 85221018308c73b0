import type { JointCues } from '../cast.ts';
import type { ScriptElement } from '../element.ts';
import { isCueType } from '../elementTypes/predicates.ts';
import { toShownCase } from '../elementTypes/table.ts';
import { parseEmphasis, type StyledText } from '../emphasis.ts';
import { isOutline } from '../hidden.ts';
import type { IssuePrint } from '../issuing/issuePrint.ts';
import type { ScriptLanguage } from '../language/scriptLanguage.ts';
import { joinParagraphs } from '../longParagraphs.ts';
import { normaliseParenthetical } from '../parenthetical.ts';
import type { PrintChoice } from '../printing/printChoice.ts';
import type { Screenplay, ScriptNote } from '../screenplay.ts';
import { mapLetters } from '../styled.ts';

/** A script to be written as a file of another program. */
export interface WrittenScript extends Screenplay {
  /** Name of the project. */
  title: string;
  language: ScriptLanguage;
  notes: readonly ScriptNote[];
  /** Time of the last change. */
  modifiedAt: Date;
  /** Choice of what a PDF prints. Missing: the whole script. */
  choice?: PrintChoice;
  /** Cues of several characters. */
  joint?: JointCues;
  /** Which part of an issue a PDF prints. Missing: none. */
  issue?: IssuePrint;
}

/** Part of a container such as a Word document. */
export interface ContainerPart {
  name: string;
  text: string;
  /** Whether the part must not be compressed. */
  isStored?: true;
}

/** Elements of a file, and the notes at them. */
export interface FileContent {
  elements: ScriptElement[];
  notes: ScriptNote[];
}

/** Return the elements that are printed, with pieces of one paragraph joined, and their notes. */
export function printedContent({ elements, notes, format }: WrittenScript): FileContent {
  const content = wholeContent({ elements, notes });
  if (!format.outlineHidden || !content.elements.some(isOutline)) return content;
  const printed: ScriptElement[] = [];
  const newIndexes = new Map<number, number>();
  for (const [index, element] of content.elements.entries()) {
    if (isOutline(element)) continue;
    newIndexes.set(index, printed.length);
    printed.push(element);
  }
  return {
    elements: printed,
    notes: content.notes.flatMap((note) => {
      if (note.elementIndex === null) return [note];
      const elementIndex = newIndexes.get(note.elementIndex);
      return elementIndex === undefined ? [] : [{ ...note, elementIndex }];
    }),
  };
}

/** Return all elements, with pieces of one paragraph joined, and their notes. */
export function wholeContent(script: Pick<WrittenScript, 'elements' | 'notes'>): FileContent {
  const { elements, notes } = joinParagraphs(script);
  return { elements: elements.map(normaliseParenthetical), notes };
}

/** Return the text of an element in the case in which it is shown. */
export function shownStyled({ elementType, content }: ScriptElement): StyledText {
  return mapLetters(parseEmphasis(content), (text) => toShownCase(elementType, text));
}

/** Return the end (exclusive) of a dual dialogue that starts at `start`, and of its left column. */
export function dualColumnsAt(
  elements: readonly ScriptElement[],
  start: number,
): { middle: number; end: number } {
  let middle = start;
  while (elements[middle]?.dual === 'left') middle++;
  let end = middle;
  while (elements[end]?.dual === 'right') end++;
  return { middle, end };
}

/**
 * Return the elements with dual dialogues of two speeches only, as most programs have them. Further
 * speeches follow below.
 */
export function withPairsOnly(elements: readonly ScriptElement[]): ScriptElement[] {
  const paired: ScriptElement[] = [];
  for (let at = 0; at < elements.length; at = paired.length) {
    const { middle, end } = dualColumnsAt(elements, at);
    const isPair = cuesIn(elements, at, middle) === 1 && cuesIn(elements, middle, end) > 0;
    const isSpeech = isCueType(elements[at]?.elementType) && isCueType(elements[middle]?.elementType);
    let rightCues = 0;
    for (let inside = at; inside < Math.max(end, at + 1); inside++) {
      const element = elements[inside] as ScriptElement;
      if (inside >= middle && isCueType(element.elementType)) rightCues++;
      const isInPair = isPair && isSpeech && rightCues < 2;
      paired.push(isInPair || element.dual === null ? element : { ...element, dual: null });
    }
  }
  return paired;
}

function cuesIn(elements: readonly ScriptElement[], from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (isCueType(elements[at]?.elementType)) count++;
  return count;
}
