import { heightOfColumns, type Paragraphs } from './paragraphs.ts';
import { lastSentenceEnd, nextWord } from './sentences.ts';
import { type Box, paragraphKind } from './sheet.ts';

/**
 * What the page-break rules move as one: a cue with its speech, a dual dialogue, or one paragraph of any other
 * kind; or what is left of one that the page before has begun. One object is read into again and again.
 */
export interface Block {
  /** Rows from `first` on, before `end`. A block far taller than a page is read only in part. */
  first: number;
  end: number;
  /** Where in the first row's text it begins: 0, or where a split put the rest. */
  offset: number;
  /** Row of the cue whose speech this is or belongs to; -1 for other blocks. */
  cue: number;
  isDual: boolean;
  /** One of paragraphKind; what the first row is. */
  kind: number;
  spaceBefore: number;
  /** Slots. */
  height: number;
  /** Lines of the first row. */
  firstLines: number;
}

export function newBlock(): Block {
  return {
    first: 0,
    end: 0,
    offset: 0,
    cue: -1,
    isDual: false,
    kind: 0,
    spaceBefore: 0,
    height: 0,
    firstLines: 0,
  };
}

/** A place where a page may begin. */
export interface Cut {
  row: number;
  offset: number;
  /** As in Block: the speech that goes on after the cut. */
  cue: number;
}

/** Where a page begins, by row, and how far its making looked. */
export interface PageMark extends Cut {
  /** The last row that was read to find where the next page begins; `count` where that was the end. */
  horizon: number;
}

/**
 * Reads the block that begins at a row, or the rest of the one that was cut there. Reading stops when the block
 * is taller than `enough`.
 */
export function readBlock(
  block: Block,
  paragraphs: Paragraphs,
  { row, offset, cue }: Cut,
  enough: number,
): void {
  const box = paragraphs.boxAt(row);
  block.first = row;
  block.end = row + 1;
  block.offset = offset;
  block.cue = cue;
  block.kind = box.kind;
  block.spaceBefore = box.spaceBefore;
  block.isDual = box.column !== null;
  if (block.isDual) {
    block.end = columnsEnd(paragraphs, row);
    block.height = heightOfColumns(paragraphs, row, block.end);
    block.firstLines = 0;
    return;
  }
  block.firstLines =
    offset === 0 ? (paragraphs.lines[row] as number) : paragraphs.wrap(row, offset, enough + 1, null);
  block.height = block.firstLines * box.spacing;
  if (cue < 0 && box.kind !== paragraphKind.cue) return;
  if (cue < 0) block.cue = row;
  while (block.end < paragraphs.count && block.height <= enough) {
    const part = paragraphs.boxAt(block.end);
    if (!isSpoken(part)) break;
    block.height += part.spaceBefore + (paragraphs.lines[block.end] as number) * part.spacing;
    block.end++;
  }
}

/** Whether a paragraph that follows a cue belongs to its speech. */
function isSpoken(box: Box): boolean {
  return box.kind >= paragraphKind.dialogue && box.column === null && !box.startsNewPage;
}

/** Row after the columns that begin at a row: lefts and the rights that follow them. */
export function columnsEnd(paragraphs: Paragraphs, first: number): number {
  let end = first;
  while (end < paragraphs.count && paragraphs.boxAt(end).column === 'left') end++;
  while (end < paragraphs.count && paragraphs.boxAt(end).column === 'right') end++;
  return end;
}

const minLines = 2;

/**
 * The legal cut that keeps most of a block within `room` slots, the latest of equals; null where there is none.
 * A cut stands after a sentence, or in a speech between two parts of it, with two lines or more on both sides,
 * counted as the whole is wrapped and without the cue.
 * Source: docs/format.md, "Page breaks", rules 2 to 4.
 */
export function splitBlock(block: Block, paragraphs: Paragraphs, room: number): Cut | null {
  if (block.isDual || block.kind === paragraphKind.heading || block.kind === paragraphKind.transition)
    return null;
  if (block.cue < 0) {
    const offset = sentenceCut(block, paragraphs, block.first, { room, above: 0, below: 0 });
    return offset > 0 ? { row: block.first, offset, cue: -1 } : null;
  }
  return splitSpeech(block, paragraphs, room);
}

function splitSpeech(block: Block, paragraphs: Paragraphs, room: number): Cut | null {
  let best: Cut | null = null;
  let top = 0;
  /** Slots of dialogue and parentheticals on either side, without space between them. */
  let above = 0;
  let below = 0;
  for (let row = block.first; row < block.end; row++) below += spokenSlots(block, paragraphs, row);
  // Each cut that is found keeps more on the page than the one before.
  for (let row = block.first; row < block.end && top <= room; row++) {
    const box = paragraphs.boxAt(row);
    if (above >= minLines && below >= minLines) best = { row, offset: 0, cue: block.cue };
    if (row > block.first) top += box.spaceBefore;
    const own = spokenSlots(block, paragraphs, row);
    below -= own;
    if (box.kind === paragraphKind.dialogue) {
      const offset = sentenceCut(block, paragraphs, row, { room: room - top, above, below });
      if (offset > 0) best = { row, offset, cue: block.cue };
    }
    above += own;
    top += linesAt(block, paragraphs, row) * box.spacing;
  }
  return best;
}

function linesAt(block: Block, paragraphs: Paragraphs, row: number): number {
  return row === block.first ? block.firstLines : (paragraphs.lines[row] as number);
}

function spokenSlots(block: Block, paragraphs: Paragraphs, row: number): number {
  const box = paragraphs.boxAt(row);
  return box.kind === paragraphKind.cue ? 0 : linesAt(block, paragraphs, row) * box.spacing;
}

interface Limits {
  /** Slots left for the row. */
  room: number;
  /** Slots of the same speech that stand above and below the row. */
  above: number;
  below: number;
}

const bounds: number[] = [];

/** Offset of the word after the last sentence end of a row that is within the limits; -1 where there is none. */
function sentenceCut(
  block: Block,
  paragraphs: Paragraphs,
  row: number,
  { room, above, below }: Limits,
): number {
  const { spacing } = paragraphs.boxAt(row);
  const total = linesAt(block, paragraphs, row);
  const max = Math.floor(Math.min(room / spacing, total + below / spacing - minLines, total));
  const least = Math.max(1, Math.ceil(minLines - above / spacing));
  if (max < least) return -1;
  const text = paragraphs.textAt(row);
  bounds.length = 0;
  paragraphs.wrap(row, row === block.first ? block.offset : 0, max, bounds);
  const end = lastSentenceEnd(text, bounds[2 * least - 2] as number, bounds[2 * max - 1] as number);
  return end < 0 ? -1 : nextWord(text, end);
}

/**
 * Where a block ends on a page that it fills and that no legal cut shortens: after the last line that fits.
 * At least one line stays.
 */
export function cutBlock(block: Block, paragraphs: Paragraphs, room: number): Cut {
  let top = 0;
  for (let row = block.first; row < block.end; row++) {
    const box = paragraphs.boxAt(row);
    if (row > block.first) top += box.spaceBefore;
    const fitting = Math.floor((room - top) / box.spacing);
    if (fitting < linesAt(block, paragraphs, row)) {
      if (fitting < 1 && row > block.first) return { row, offset: 0, cue: block.cue };
      bounds.length = 0;
      const from = row === block.first ? block.offset : 0;
      paragraphs.wrap(row, from, Math.max(1, fitting) + 1, bounds);
      return { row, offset: bounds[bounds.length - 2] as number, cue: block.cue };
    }
    top += linesAt(block, paragraphs, row) * box.spacing;
  }
  return { row: block.end, offset: 0, cue: block.cue };
}
