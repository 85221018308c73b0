import type { DualColumn, ScriptElement } from '../element.ts';
import { normaliseParenthetical } from '../parenthetical.ts';
import { special, unusual } from './cells.ts';
import type { Box, Sheet } from './sheet.ts';
import { plainTextOf } from './text.ts';
import { wrapOrdinary } from './wrap.ts';
import { wrapByCells } from './wrapByCells.ts';

/** A content of ordinary characters only; one that may have marks or line feeds too; one measured by cells. */
const textNature = { ordinary: 0, special: 1, byCells: 2 } as const;

/**
 * The paragraphs of a script in order, one row each: every element has one, and so has every blank paragraph,
 * ahead of the element that carries it. Columns are typed arrays, so that a script of any length is measured
 * without an object per paragraph, and copied at once when one element changed.
 */
export class Paragraphs {
  count = 0;
  /** Index of the element the row belongs to; rows of one element stand together, its own row last. */
  owner: Int32Array;
  /** Number of the row's box in the sheet. */
  box: Int32Array;
  /** Lines the whole text takes. */
  lines: Int32Array;
  /** What the row's text takes to wrap: one of textNature. */
  nature: Uint8Array;
  readonly elements: readonly ScriptElement[];
  readonly sheet: Sheet;

  constructor(elements: readonly ScriptElement[], sheet: Sheet, capacity = elements.length) {
    this.elements = elements;
    this.sheet = sheet;
    this.owner = new Int32Array(capacity);
    this.box = new Int32Array(capacity);
    this.lines = new Int32Array(capacity);
    this.nature = new Uint8Array(capacity);
  }

  /**
   * The same rows for elements of which those from `first` to before `end` have changed: nothing is copied where they
   * measure as before, as with most letters that are typed. Null where they do not.
   */
  kept(
    elements: readonly ScriptElement[],
    first: number,
    end: number,
    linesPerPage: number,
  ): Paragraphs | null {
    if (elements.length !== this.elements.length) return null;
    const changed = new Paragraphs(elements, this.sheet, end - first);
    changed.measure(first, end, linesPerPage);
    const from = this.firstRowOf(first);
    if (changed.count !== this.firstRowOf(end) - from) return null;
    for (const column of ['owner', 'box', 'lines', 'nature'] as const)
      for (let row = 0; row < changed.count; row++)
        if (changed[column][row] !== this[column][from + row]) return null;
    const { count, owner, box, lines, nature } = this;
    return Object.assign(changed, { count, owner, box, lines, nature });
  }

  boxAt(row: number): Box {
    return this.sheet.boxes[this.box[row] as number] as Box;
  }

  /** Whether the row is a blank paragraph and not the element itself. */
  isBlank(row: number): boolean {
    return row + 1 < this.count && this.owner[row + 1] === this.owner[row];
  }

  /** The row's text: that of its element, or none. */
  textAt(row: number): string {
    if (this.isBlank(row)) return '';
    const element = this.elements[this.owner[row] as number] as ScriptElement;
    return this.nature[row] === textNature.ordinary ? element.content : plainTextOf(element);
  }

  /** Lines of the row's text from an offset on, `maxLines` at most; `bounds` receives where each begins and ends. */
  wrap(row: number, from: number, maxLines: number, bounds: number[] | null): number {
    return wrapAs(this.nature[row] as number, this.textAt(row), from, this.boxAt(row), maxLines, bounds);
  }

  /** The first row of an element; `count` for the end of the script. */
  firstRowOf(elementIndex: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.owner[middle] as number) < elementIndex) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Takes over rows of an earlier measuring; their elements now stand `shift` places further on. */
  copy(from: Paragraphs, first: number, end: number, shift: number): void {
    const at = this.count;
    this.#grow(at + end - first);
    this.box.set(from.box.subarray(first, end), at);
    this.lines.set(from.lines.subarray(first, end), at);
    this.nature.set(from.nature.subarray(first, end), at);
    this.owner.set(from.owner.subarray(first, end), at);
    this.count = at + end - first;
    if (shift !== 0) for (let row = at; row < this.count; row++) (this.owner[row] as number) += shift;
  }

  /** Adds the rows of elements. The ends must not lie inside a dual dialogue. */
  measure(first: number, end: number, linesPerPage: number): void {
    for (let index = first; index < end; index++) {
      const element = this.elements[index] as ScriptElement;
      if (element.dual !== null) {
        const last = dualEnd(this.elements, index);
        this.#measureDual(index, last, linesPerPage);
        index = last - 1;
      } else this.#add(index, element, null, null);
    }
  }

  // A dual dialogue that no page holds is set as two speeches, one below the other.
  #measureDual(first: number, end: number, linesPerPage: number): void {
    const start = this.count;
    for (const isSideBySide of [true, false]) {
      this.count = start;
      for (let index = first; index < end; index++) {
        const element = this.elements[index] as ScriptElement;
        const column = isSideBySide ? element.dual : null;
        // What is blank before the block is not in its columns.
        this.#add(index, element, column, index === first ? null : column);
      }
      const top = this.firstRowOf(first) + (this.elements[first]?.extras?.blanksBefore?.length ?? 0);
      if (heightOfColumns(this, top, this.count) <= linesPerPage) return;
    }
  }

  #add(
    index: number,
    element: ScriptElement,
    column: DualColumn | null,
    blankColumn: DualColumn | null,
  ): void {
    if (element.extras !== null && element.extras.blanksBefore !== undefined) {
      for (const blank of element.extras.blanksBefore) {
        this.#addRow(index, this.sheet.indexOfBlank(blank, blankColumn), textNature.ordinary, 1);
      }
    }
    const number = this.sheet.indexOf(element, column);
    const box = this.sheet.boxes[number] as Box;
    const isSpecial = special.test(element.content) || normaliseParenthetical(element) !== element;
    const text = isSpecial ? plainTextOf(element) : element.content;
    let nature: number = textNature.ordinary;
    if (isSpecial) nature = unusual.test(text) ? textNature.byCells : textNature.special;
    this.#addRow(index, number, nature, wrapAs(nature, text, 0, box, Infinity, null));
  }

  #addRow(owner: number, box: number, nature: number, lines: number): void {
    const row = this.count;
    if (row >= this.owner.length) this.#grow(row + 1);
    this.owner[row] = owner;
    this.box[row] = box;
    this.nature[row] = nature;
    this.lines[row] = lines;
    this.count = row + 1;
  }

  #grow(needed: number): void {
    if (needed <= this.owner.length) return;
    const length = Math.max(needed, this.owner.length * 2, 16);
    this.owner = grown(this.owner, new Int32Array(length));
    this.box = grown(this.box, new Int32Array(length));
    this.lines = grown(this.lines, new Int32Array(length));
    this.nature = grown(this.nature, new Uint8Array(length));
  }
}

function wrapAs(
  nature: number,
  text: string,
  from: number,
  box: Box,
  maxLines: number,
  bounds: number[] | null,
): number {
  if (nature === textNature.byCells) return wrapByCells(text, from, box, maxLines, bounds);
  return wrapOrdinary(text, from, box, maxLines, bounds, nature === textNature.special);
}

function grown<Column extends Int32Array | Uint8Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}

/** Index after the dual dialogue that begins here: a run of lefts and the rights that follow it. */
function dualEnd(elements: readonly ScriptElement[], first: number): number {
  let end = first;
  while (elements[end]?.dual === 'left') end++;
  while (elements[end]?.dual === 'right') end++;
  return end;
}

/** Slots of the taller of two columns. Inside a column only the first row has no space before it. */
export function heightOfColumns(paragraphs: Paragraphs, first: number, end: number): number {
  const heights = { left: 0, right: 0 };
  for (let row = first; row < end; row++) {
    const box = paragraphs.boxAt(row);
    const column = box.column ?? 'left';
    heights[column] += (heights[column] > 0 ? box.spaceBefore : 0) + (paragraphs.lines[row] as number);
  }
  return Math.max(heights.left, heights.right);
}
