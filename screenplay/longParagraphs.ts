import { type ParagraphPiece, plainTextType, type ScriptElement } from './element.ts';
import { isSpeechType } from './elementTypes/predicates.ts';
import { parseEmphasis, type StyledText, writeEmphasis } from './emphasis.ts';
import { lastSentenceEnd } from './layout/sentences.ts';
import { maxContentLength } from './limits.ts';
import type { ScriptNote } from './screenplay.ts';
import { concatStyled, sliceStyled } from './styled.ts';

/*
 * Paragraphs longer than an element may be. They are split into several elements on import and
 * joined again on export. Each element stores its paragraph, its index in it, and the white space
 * before it.
 */

export interface CutText {
  content: string;
  gap: StyledText;
}

/**
 * Split text that is too long for one element at the end of a sentence, else of a word, else
 * between two characters. Styles continue after the cut. White space at a cut belongs to no piece;
 * text that is only white space returns no piece. Takes linear time.
 */
export function splitLongParagraph(content: string, max = maxContentLength): CutText[] {
  if (content.length <= max) return [{ content, gap: { text: '', spans: [] } }];
  const styled = parseEmphasis(content);
  const { text } = styled;
  const pieces: CutText[] = [];
  let gapFrom = 0;
  let from = 0;
  while (from < text.length) {
    let room = max;
    let end = 0;
    let piece = '';
    do {
      end = endWithoutSpace(text, from, pieceEnd(text, from, room));
      piece = writeEmphasis(sliceStyled(styled, from, end));
      // Marks and escapes count, too.
      room = Math.max(1, Math.floor((room * 0.95 * max) / piece.length));
    } while (piece.length > max);
    if (end > from) {
      pieces.push({ content: piece, gap: sliceStyled(styled, gapFrom, from) });
      gapFrom = end;
    } else end = Math.min(from + max, text.length);
    from = end;
    while (from < text.length && isSpace(text, from)) from++;
  }
  return pieces;
}

function endWithoutSpace(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isSpace(text, end - 1)) end--;
  return end;
}

const space = /\s/;

function isSpace(text: string, at: number): boolean {
  return space.test(text.charAt(at));
}

/** Return the end of the piece that begins at `from`. */
function pieceEnd(text: string, from: number, room: number): number {
  const edge = from + room;
  if (text.length <= edge) return text.length;
  const line = text.lastIndexOf('\n', edge);
  const half = from + Math.floor(room / 2);
  const sentence = Math.max(lastSentenceEnd(text, half, edge), line);
  if (sentence > half) return sentence;
  const word = text.lastIndexOf(' ', edge);
  return word > from ? word : characterEnd(text, from, edge);
}

/** Longer than any grapheme made of several code points, such as a family emoji. */
const maxGraphemeLength = 64;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Return the last grapheme boundary at or before `edge`. If a grapheme is longer than that, return
 * a code point boundary.
 */
function characterEnd(text: string, from: number, edge: number): number {
  const start = codePointStart(text, Math.max(from, edge - maxGraphemeLength));
  let end = start;
  for (const { index } of graphemes.segment(text.slice(start, edge + maxGraphemeLength))) {
    if (start + index > edge) break;
    end = start + index;
  }
  if (end > start && end > from) return end;
  const point = codePointStart(text, edge);
  return point > from ? point : edge + 1;
}

function codePointStart(text: string, at: number): number {
  const isInside = /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1));
  return isInside ? at - 1 : at;
}

/** Parts of a script that splitting changes. */
interface Paragraphs {
  elements: ScriptElement[];
  notes: ScriptNote[];
}

/**
 * Result of splitting: counts of split paragraphs and of their pieces. `first` is the index of the
 * first split paragraph of the file, or -1.
 */
export interface CutParagraphs extends Paragraphs {
  paragraphs: number;
  pieces: number;
  first: number;
}

/** Split the paragraphs of a file that are too long. Notes stay with the first piece. */
export function cutLongParagraphs({ elements, notes }: Paragraphs): CutParagraphs {
  const first = elements.findIndex(({ content }) => content.length > maxContentLength);
  if (first < 0) return { elements, notes, paragraphs: 0, pieces: 0, first };
  const cut: ScriptElement[] = [];
  const newIndexes: number[] = [];
  let [paragraphs, pieces] = [0, 0];
  for (const [index, element] of elements.entries()) {
    newIndexes.push(cut.length);
    if (element.content.length <= maxContentLength) {
      cut.push(element);
      continue;
    }
    const pieceElements = splitLongParagraph(element.content).map(({ content, gap }, part) =>
      pieceElement(element, content, { paragraph: index, part, gap }),
    );
    for (const piece of pieceElements) cut.push(piece);
    paragraphs++;
    pieces += pieceElements.length;
  }
  return { elements: cut, notes: moveNotes(notes, newIndexes), paragraphs, pieces, first };
}

/**
 * Create the element of a piece. Later pieces of a heading, cue or transition become action,
 * because they would otherwise be another heading, cue or transition.
 */
function pieceElement(whole: ScriptElement, content: string, piece: ParagraphPiece): ScriptElement {
  if (piece.part === 0) return { ...whole, content, typedContent: null, extras: { ...whole.extras, piece } };
  const isProse = isSpeechType(whole.elementType);
  const { startsNewPage: _, ...layout } = whole.extras?.layout ?? {};
  return {
    elementType: isProse ? whole.elementType : plainTextType,
    content,
    dual: whole.dual,
    originalType: whole.originalType,
    extras: { ...(Object.keys(layout).length > 0 && { layout }), piece },
  };
}

/** Join pieces of one paragraph that still follow each other, using their current text. */
export function joinParagraphs({
  elements,
  notes,
}: {
  elements: readonly ScriptElement[];
  notes: readonly ScriptNote[];
}): Paragraphs {
  if (!elements.some(({ extras }) => extras?.piece)) return { elements: [...elements], notes: [...notes] };
  const joined: ScriptElement[] = [];
  const newIndexes: number[] = [];
  let open: { piece: ParagraphPiece; parts: StyledText[] } | null = null;
  const close = () => {
    const whole = joined.at(-1);
    if (whole && open && open.parts.length > 1) whole.content = writeEmphasis(concatStyled(...open.parts));
  };
  for (const element of elements) {
    const piece = element.extras?.piece;
    if (piece && open && follows(open.piece, piece)) {
      open.parts.push(piece.gap, parseEmphasis(element.content));
      open.piece = piece;
    } else {
      close();
      open = piece ? { piece, parts: openingTexts(piece, element.content) } : null;
      joined.push(piece ? { ...element } : element);
    }
    newIndexes.push(joined.length - 1);
  }
  close();
  return { elements: joined, notes: moveNotes(notes, newIndexes) };
}

function openingTexts({ part, gap }: ParagraphPiece, content: string): StyledText[] {
  return [...(part === 0 && gap.text !== '' ? [gap] : []), parseEmphasis(content)];
}

function follows(before: ParagraphPiece, piece: ParagraphPiece): boolean {
  return piece.paragraph === before.paragraph && piece.part > before.part;
}

/** Return notes with updated element indexes. */
function moveNotes(notes: readonly ScriptNote[], newIndexes: readonly number[]): ScriptNote[] {
  return notes.map((note) => {
    const newIndex = note.elementIndex === null ? undefined : newIndexes[note.elementIndex];
    return newIndex === undefined ? note : { ...note, elementIndex: newIndex };
  });
}
