import { directionType } from './directions.ts';
import { plainTextType } from './element.ts';
import { isSpeechType } from './elementTypes/predicates.ts';
import { lettersAs } from './flow.ts';
import { parseFountainText } from './fountain/parse.ts';
import { escapeHidden, isParenthetical, readsAsHeading } from './fountain/rules.ts';
import { maxContentLength } from './limits.ts';
import { splitLongParagraph } from './longParagraphs.ts';
import { isMarkedType } from './markedTypes.ts';
import { isCueLike, isTransitionLike, type PastedElement } from './pastedElement.ts';
import { readPages } from './pastedPages/readPages.ts';
import { toStorableText } from './storableText.ts';

/**
 * Convert pasted text to elements. Return null for text that goes into the element at the caret: a
 * single line, or lines without a blank line that do not look like a screenplay.
 * - A screenplay is parsed as Fountain. Pages of a print are read like a PDF, by the spaces of
 *   their columns or the ends of their lines. Page numbers, (MORE) and (CONTINUED) are dropped.
 * - Any other text becomes action, one element per paragraph. Hard-wrapped lines are joined.
 * - Text that is too long for one element becomes several.
 * - All other content is preserved: notes, cut passages, sections and title pages become text.
 *
 * Never throws. Takes linear time.
 */
export function pastedElements(pasted: string): PastedElement[] | null {
  return pastedScript(pasted)?.elements ?? null;
}

/** Elements of a pasted text. */
export interface PastedScript {
  elements: PastedElement[];
  /** Number of lines that only pages have, which were left out. */
  leftOut: number;
  /** Number of elements whose type or beginning is a guess. */
  uncertain: number;
}

/** Convert pasted text like pastedElements, and count what was left out and guessed. */
export function pastedScript(pasted: string): PastedScript | null {
  const lines = toLines(pasted);
  const pages = readPages(lines);
  if (pages) return { ...pages, elements: toStorableElements(pages.elements) };
  const elements = textElements(lines);
  return elements && { elements, leftOut: 0, uncertain: 0 };
}

function toLines(pasted: string): string[] {
  return trimBlankLines(toStorableText(pasted).replaceAll('\t', '    '));
}

function textElements(lines: readonly string[]): PastedElement[] | null {
  const isTooLong = lines.join('\n').length > maxContentLength;
  if (lines.length < 2 && !isTooLong) return null;
  if (lines.includes('')) {
    return toStorableElements(
      readsAsScreenplay(lines) ? parseFountainElements(joinSpacedSpeeches(lines)) : paragraphsOf(lines),
    );
  }
  if (lines.some((line) => readsAsHeading(line.trim(), false))) {
    return toStorableElements(parseFountainElements(withBlankLines(lines).join('\n')));
  }
  return isTooLong ? toStorableElements(splitUnspacedLines(lines)) : null;
}

/** Trim the line ends and drop blank lines at the start and end. */
function trimBlankLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(Math.max(0, first), last + 1);
}

function toStorableElements(elements: readonly PastedElement[]): PastedElement[] {
  return elements.flatMap((element) => {
    const { elementType: read } = element;
    const elementType = (!isSpeechType(read) && directionType(element.content)) || read;
    const content = lettersAs(elementType, element.content.trimEnd());
    if (content.trim() === '') return [];
    return splitLongParagraph(content).map((piece) => ({ ...element, elementType, content: piece.content }));
  });
}

const forcedElement = /^(?:[.@]\p{L}|>\s*\S|~\s*\S|={3,}$|!\S)/u;

/**
 * Return whether the lines look like a screenplay: they contain a heading, a transition, a forced
 * element or two speeches. A single capitalised line above text may be a chapter title.
 */
function readsAsScreenplay(lines: readonly string[]): boolean {
  let cues = 0;
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim();
    if (line === '') continue;
    const startsBlock = index === 0 || lines[index - 1]?.trim() === '';
    if (!startsBlock) continue;
    const endsBlock = (lines[index + 1] ?? '').trim() === '';
    if (readsAsHeading(line, endsBlock) || forcedElement.test(line)) return true;
    if (directionType(line) !== null || isTransitionLike(line)) return true;
    if (!endsBlock && isCueLike(line) && ++cues === 2) return true;
  }
  return false;
}

/** Join cues and speeches that a word processor separated by a blank line. */
function joinSpacedSpeeches(lines: readonly string[]): string {
  const isSpaced = lines.every((line, index) => index % 2 === 0 || line.trim() === '');
  if (!isSpaced) return lines.join('\n');
  const joined: string[] = [];
  let isInSpeech = false;
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (text === '') {
      if (!isInSpeech) joined.push('');
      continue;
    }
    joined.push(line);
    const wasInSpeech: boolean = isInSpeech;
    const isBracket: boolean = wasInSpeech && isParenthetical(text);
    const isLast = index >= lines.length - 1;
    isInSpeech = isBracket || (!wasInSpeech && !isLast && isCueLike(text) && !readsAsHeading(text, true));
  }
  return joined.join('\n');
}

/**
 * Add blank lines to text without any: before headings, transitions and cues, and after headings
 * and transitions.
 */
function withBlankLines(lines: readonly string[]): string[] {
  const spaced: string[] = [];
  for (const line of lines) {
    const text = line.trim();
    const isDirection = directionType(text) !== null || isTransitionLike(text);
    const isStandalone = readsAsHeading(text, true) || isDirection;
    if (isStandalone || isCueLike(text)) spaced.push('');
    spaced.push(line);
    if (isStandalone) spaced.push('');
  }
  return spaced;
}

function parseFountainElements(text: string): PastedElement[] {
  // Start with a forced action line, so that no title page is recognised. Sections and synopses
  // would not be shown, so they are forced to action.
  const source = `!\u2014\n\n${escapeHidden(text).replace(/^( *)(#|=(?!==+$))/gm, '$1!$2')}`;
  const read = parseFountainText(source);
  if (!read.ok) return paragraphsOf(text.split('\n'));
  return read.screenplay.elements
    .slice(1)
    .map(({ elementType, content, dual, originalType, sceneNumber, extras }) => ({
      elementType,
      content,
      ...(dual && { dual }),
      ...(extras?.layout?.alignment && { alignment: extras.layout.alignment }),
      ...(extras?.layout?.startsNewPage && { startsNewPage: true as const }),
      ...(isMarkedType(originalType) && { originalType }),
      ...(sceneNumber && { sceneNumber }),
    }));
}

/** Convert each paragraph to an action element. */
function paragraphsOf(lines: readonly string[]): PastedElement[] {
  const paragraphs: PastedElement[] = [];
  let open: string[] = [];
  for (const line of [...lines, '']) {
    if (line.trim() !== '') open.push(line);
    else if (open.length > 0) {
      paragraphs.push({ elementType: plainTextType, content: joinWrappedLines(open) });
      open = [];
    }
  }
  return paragraphs;
}

/**
 * Split text without blank lines: long lines are one paragraph each, short lines form one
 * paragraph.
 */
function splitUnspacedLines(lines: readonly string[]): PastedElement[] {
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  const paragraphs = length > lines.length * 90 ? lines : [lines.join('\n')];
  return paragraphs.map((content) => ({ elementType: plainTextType, content }));
}

/** Join hard-wrapped lines. A line of about the width of a page counts as wrapped. */
function joinWrappedLines(lines: readonly string[]): string {
  let text = '';
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]?.length ?? 0;
    const isWrapped = before >= 50 && before <= 90;
    text += index === 0 ? line : isWrapped ? ` ${line.trimStart()}` : `\n${line}`;
  }
  return text;
}
