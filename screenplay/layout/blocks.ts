import { heightOfColumns, type Paragraphs } from './paragraphs.ts';
import { lastSentenceEnd, nextWord } from './sentences.ts';
import { type Box, paragraphKind } from './sheet.ts';

/**
 * Unit that the page-break rules move as a whole, or the rest of one that began on the previous
 * page. It is a cue with its speech, a dual dialogue, or one paragraph of any other kind.
 * `readBlock` reuses one object.
 */
export interface Block {
  /** Rows from `first` to before `end`. A block far taller than a page is read only in part. */
  first: number;
  end: number;
  /** Offset in the first row's text at which the block begins: 0, or the position of a cut. */
  offset: number;
  /** Row of the cue of this speech; -1 for other blocks. */
  cue: number;
  isDual: boolean;
  /** Kind of the first row: a value of `paragraphKind`. */
  kind: number;
  spaceBefore: number;
  /** Height in slots. */
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

/** A position at which a page may begin. */
export interface Cut {
  row: number;
  offset: number;
  /** As in `Block`: the speech that continues after the cut. */
  cue: number;
}

/** The row at which a page begins, and how far `nextPage` read to find the page's end. */
export interface PageMark extends Cut {
  /**
   * The last row that was read to find where the next page begins; `count` at the end of the
   * script.
   */
  horizon: number;
}

/**
 * Read into `block` the block that begins at a row, or the rest of one that was cut there. Stop
 * when it is taller than `enough`.
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

/** Return whether a paragraph that follows a cue belongs to its speech. */
function isSpoken(box: Box): boolean {
  return box.kind >= paragraphKind.dialogue && box.column === null && !box.startsNewPage;
}

/**
 * Return the row after the columns that begin at a row: left rows and the right rows that follow
 * them.
 */
export function columnsEnd(paragraphs: Paragraphs, first: number): number {
  let end = first;
  while (end < paragraphs.count && paragraphs.boxAt(end).column === 'left') end++;
  while (end < paragraphs.count && paragraphs.boxAt(end).column === 'right') end++;
  return end;
}

const minLines = 2;

/**
 * Return the legal cut that keeps most of a block within `room` slots, the latest on a tie; null if
 * there is none. A cut is after a sentence, or between two parts of a speech. Two lines or more
 * must remain on both sides, counted in the wrapping of the whole block and without the cue.
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
  /** Slots of dialogue and parentheticals on either side, without the space between them. */
  let above = 0;
  let below = 0;
  for (let row = block.first; row < block.end; row++) below += spokenSlots(block, paragraphs, row);
  // Each cut that is found keeps more on the page than the previous one.
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
  /** Slots of the same speech above and below the row. */
  above: number;
  below: number;
}

const bounds: number[] = [];

/**
 * Return the offset of the word after the last sentence end of a row that is within the limits; -1
 * if there is none.
 */
function sentenceCut(
  block: Block,
  paragraphs: Paragraphs,
  row: number,
  { room, above, below }: Limits,
): number {
  const { spacing } = paragraphs.boxAt(row);
  const total = linesAt(block, paragraphs, row);
  const max = Math.floor(Math.min(room / spacing, total + below / spacing - minLines, total));
  const minLine = Math.max(1, Math.ceil(minLines - above / spacing));
  if (max < minLine) return -1;
  const text = paragraphs.textAt(row);
  bounds.length = 0;
  paragraphs.wrap(row, row === block.first ? block.offset : 0, max, bounds);
  const end = lastSentenceEnd(text, bounds[2 * minLine - 2] as number, bounds[2 * max - 1] as number);
  return end < 0 ? -1 : nextWord(text, end);
}

/**
 * Return where to cut a block that fills the page and has no legal cut: after the last line that
 * fits. At least one line stays.
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
