import { contentAs } from './flow.ts';
import { parseFountain } from './fountain/parse.ts';
import { escapeHidden, readsAsHeading } from './fountain/rules.ts';
import { maxContentLength } from './limits.ts';
import { splitLongParagraph } from './longParagraphs.ts';
import { elementsInColumns, hasColumns } from './pastedColumns.ts';
import { isCueLike, isTransitionLike, type PastedElement } from './pastedElement.ts';

/**
 * Pasted text → the elements it becomes; null for text that goes into the element where it is pasted, which is a
 * line, or lines without a blank one that do not read as a screenplay.
 * - A screenplay is read as Fountain. Pages copied from a PDF or from Final Draft, where columns are spaces, are
 *   read by their columns; their page numbers, (MORE) and (CONTINUED) go.
 * - Anything else becomes action, a paragraph each; lines that a mail or a text file has broken are joined.
 * - Text that is too long for one element becomes several, whatever it is.
 * - Nothing is lost: notes, cut passages, sections and title pages stay as text, and what is longer than an element
 *   may be goes on in another one.
 * Never throws. Takes time in proportion to the length.
 */
export function pastedElements(pasted: string): PastedElement[] | null {
  const lines = filledLines(toStorableText(pasted).replaceAll('\t', '    '));
  const isTooLong = lines.join('\n').length > maxContentLength;
  if (lines.length < 2 && !isTooLong) return null;
  if (hasColumns(lines)) return elementsOf(elementsInColumns(lines));
  if (lines.includes('')) {
    return elementsOf(readsAsScreenplay(lines) ? fountainElements(withSpeeches(lines)) : paragraphsOf(lines));
  }
  if (lines.some((line) => readsAsHeading(line.trim(), false))) {
    return elementsOf(fountainElements(withBlankLines(lines).join('\n')));
  }
  return isTooLong ? elementsOf(paragraphsIn(lines)) : null;
}

/** Text as it can be stored: line feeds alone, and no control characters or halves of surrogate pairs. */
export function toStorableText(text: string): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n').replaceAll('\u00a0', ' ');
  const visible = lines.replace(/[^\P{Cc}\t\n]|[\ufeff\ufffe\uffff]/gu, '');
  return visible.isWellFormed() ? visible : visible.replace(/\p{Surrogate}/gu, '');
}

/** Lines without the spaces at their ends, from the first that is not blank to the last. */
function filledLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(Math.max(0, first), last + 1);
}

function elementsOf(elements: readonly PastedElement[]): PastedElement[] {
  return elements.flatMap((element) => {
    const content = contentAs(element.elementType, element.content.trimEnd());
    if (content.trim() === '') return [];
    return splitLongParagraph(content).map((piece) => ({ ...element, content: piece.content }));
  });
}

const forced = /^(?:[.@]\p{L}|>\s*\S|~\s*\S|={3,}$|!\S)/u;

/** A heading, a forced element, or two speeches: one line in capitals above others may be a chapter's name. */
function readsAsScreenplay(lines: readonly string[]): boolean {
  let cues = 0;
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim();
    if (line === '') continue;
    const startsBlock = index === 0 || lines[index - 1]?.trim() === '';
    if (!startsBlock) continue;
    const endsBlock = (lines[index + 1] ?? '').trim() === '';
    if (readsAsHeading(line, endsBlock) || forced.test(line)) return true;
    if (isTransitionLike(line)) return true;
    if (!endsBlock && isCueLike(line) && ++cues === 2) return true;
  }
  return false;
}

/**
 * Word processors give each paragraph a blank line, and a cue then stands alone: its speech is put below it again.
 */
function withSpeeches(lines: readonly string[]): string {
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
    const above: boolean = isInSpeech;
    const isBracket: boolean = above && text.startsWith('(') && text.endsWith(')');
    const isLast = index >= lines.length - 1;
    isInSpeech = isBracket || (!above && !isLast && isCueLike(text) && !readsAsHeading(text, true));
  }
  return joined.join('\n');
}

/** Lines without a blank one between: a heading and a cue begin something new, and so does what follows a heading. */
function withBlankLines(lines: readonly string[]): string[] {
  const spaced: string[] = [];
  for (const line of lines) {
    const text = line.trim();
    const isOwn = readsAsHeading(text, true) || isTransitionLike(text);
    if (isOwn || isCueLike(text)) spaced.push('');
    spaced.push(line);
    if (isOwn) spaced.push('');
  }
  return spaced;
}

function fountainElements(text: string): PastedElement[] {
  // A line of our own comes first: what follows it is no title page. Sections and synopses are not shown, so they are text.
  const source = `!\u2014\n\n${escapeHidden(text).replace(/^( *)(#|=(?!==+$))/gm, '$1!$2')}`;
  const read = parseFountain(source);
  if (!read.ok) return paragraphsOf(text.split('\n'));
  return read.screenplay.elements.slice(1).map(({ elementType, content, dual, extras }) => ({
    elementType,
    content,
    ...(dual && { dual }),
    ...(extras?.layout?.alignment && { alignment: extras.layout.alignment }),
    ...(extras?.layout?.startsNewPage && { startsNewPage: true as const }),
  }));
}

/** A paragraph of prose each. */
function paragraphsOf(lines: readonly string[]): PastedElement[] {
  const paragraphs: PastedElement[] = [];
  let open: string[] = [];
  for (const line of [...lines, '']) {
    if (line.trim() !== '') open.push(line);
    else if (open.length > 0) {
      paragraphs.push({ elementType: 'action', content: unfolded(open) });
      open = [];
    }
  }
  return paragraphs;
}

/** Of long lines each is a paragraph; short ones belong together. */
function paragraphsIn(lines: readonly string[]): PastedElement[] {
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  const paragraphs = length > lines.length * 90 ? lines : [lines.join('\n')];
  return paragraphs.map((content) => ({ elementType: 'action', content }));
}

/** Joins lines that were broken at a width: they are about as long as a line of a page is. */
function unfolded(lines: readonly string[]): string {
  let text = '';
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]?.length ?? 0;
    const isBroken = before >= 50 && before <= 90;
    text += index === 0 ? line : isBroken ? ` ${line.trimStart()}` : `\n${line}`;
  }
  return text;
}
