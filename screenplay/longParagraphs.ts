import type { ParagraphPiece, ScriptElement } from './element.ts';
import { parseEmphasis, type StyledText, writeEmphasis } from './emphasis.ts';
import { lastSentenceEnd } from './layout/sentences.ts';
import { maxContentLength } from './limits.ts';
import type { ScriptNote } from './screenplay.ts';
import { concatStyled, sliceStyled } from './styled.ts';

/*
 * A paragraph that is longer than an element may be becomes several, and one again in a file that is written. Each
 * element carries which piece of which paragraph it is, and what white space stood before it.
 */

export interface CutText {
  content: string;
  gap: StyledText;
}

/**
 * Cuts what is too long for an element: at the end of a sentence, else of a word, else between two characters.
 * Style goes on after the cut. White space at a cut is in no piece; a text of white space alone gives none.
 * Takes time in proportion to the length.
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
      end = trimmedEnd(text, from, cutAt(text, from, room));
      piece = writeEmphasis(sliceStyled(styled, from, end));
      // Marks and escapes take room, too.
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

function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isSpace(text, end - 1)) end--;
  return end;
}

const space = /\s/;

function isSpace(text: string, at: number): boolean {
  return space.test(text.charAt(at));
}

/** Where a piece ends that begins at `from`. */
function cutAt(text: string, from: number, room: number): number {
  const edge = from + room;
  if (text.length <= edge) return text.length;
  const line = text.lastIndexOf('\n', edge);
  const half = from + Math.floor(room / 2);
  const sentence = Math.max(lastSentenceEnd(text, half, edge), line);
  if (sentence > half) return sentence;
  const word = text.lastIndexOf(' ', edge);
  return word > from ? word : characterEnd(text, from, edge);
}

/** Far enough for any sign that is made of several, such as a family of emoji. */
const maxSignLength = 64;
const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The last end of a character that is not after `edge`; of one that never ends, that of a code point. */
function characterEnd(text: string, from: number, edge: number): number {
  const start = codePointStart(text, Math.max(from, edge - maxSignLength));
  let end = start;
  for (const { index } of signs.segment(text.slice(start, edge + maxSignLength))) {
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

/** What of a script the cutting concerns. */
interface Paragraphs {
  elements: ScriptElement[];
  notes: ScriptNote[];
}

/** Paragraphs that were cut, pieces that they became, and the place of the first among the paragraphs of the file. */
export interface CutParagraphs extends Paragraphs {
  paragraphs: number;
  pieces: number;
  first: number;
}

/** Cuts the paragraphs of a file that are too long; notes stay at the piece that begins their paragraph. */
export function cutLongParagraphs({ elements, notes }: Paragraphs): CutParagraphs {
  const first = elements.findIndex(({ content }) => content.length > maxContentLength);
  if (first < 0) return { elements, notes, paragraphs: 0, pieces: 0, first };
  const cut: ScriptElement[] = [];
  const places: number[] = [];
  let [paragraphs, pieces] = [0, 0];
  for (const [index, element] of elements.entries()) {
    places.push(cut.length);
    if (element.content.length <= maxContentLength) {
      cut.push(element);
      continue;
    }
    const made = splitLongParagraph(element.content).map(({ content, gap }, part) =>
      pieceElement(element, content, { paragraph: index, part, gap }),
    );
    for (const piece of made) cut.push(piece);
    paragraphs++;
    pieces += made.length;
  }
  return { elements: cut, notes: movedTo(notes, places), paragraphs, pieces, first };
}

/** The rest of a heading, cue or transition would be another of its kind: it is action. */
function pieceElement(whole: ScriptElement, content: string, piece: ParagraphPiece): ScriptElement {
  if (piece.part === 0) return { ...whole, content, extras: { ...whole.extras, piece } };
  const isProse = whole.elementType === 'dialogue' || whole.elementType === 'parenthetical';
  const { startsNewPage: _, ...layout } = whole.extras?.layout ?? {};
  return {
    elementType: isProse ? whole.elementType : 'action',
    content,
    dual: whole.dual,
    originalType: whole.originalType,
    extras: { ...(Object.keys(layout).length > 0 && { layout }), piece },
  };
}

/** Makes pieces that still follow each other one paragraph again, with the text that they have now. */
export function joinParagraphs({
  elements,
  notes,
}: {
  elements: readonly ScriptElement[];
  notes: readonly ScriptNote[];
}): Paragraphs {
  if (!elements.some(({ extras }) => extras?.piece)) return { elements: [...elements], notes: [...notes] };
  const joined: ScriptElement[] = [];
  const places: number[] = [];
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
      open = piece ? { piece, parts: startOf(piece, element.content) } : null;
      joined.push(piece ? { ...element } : element);
    }
    places.push(joined.length - 1);
  }
  close();
  return { elements: joined, notes: movedTo(notes, places) };
}

function startOf({ part, gap }: ParagraphPiece, content: string): StyledText[] {
  return [...(part === 0 && gap.text !== '' ? [gap] : []), parseEmphasis(content)];
}

function follows(before: ParagraphPiece, piece: ParagraphPiece): boolean {
  return piece.paragraph === before.paragraph && piece.part > before.part;
}

/** Notes with the index of the element that theirs became. */
function movedTo(notes: readonly ScriptNote[], places: readonly number[]): ScriptNote[] {
  return notes.map((note) => {
    const place = note.elementIndex === null ? undefined : places[note.elementIndex];
    return place === undefined ? note : { ...note, elementIndex: place };
  });
}
