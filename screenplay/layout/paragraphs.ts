import type { DualColumn, ScriptElement } from '../element.ts';
import { normaliseParenthetical } from '../parenthetical.ts';
import { special, unusual } from './cells.ts';
import { maxContinuedSlots } from './sceneContinueds.ts';
import type { Box, Sheet } from './sheet.ts';
import { plainTextOf } from './text.ts';
import { wrapOrdinary } from './wrap.ts';
import { wrapByCells } from './wrapByCells.ts';

/**
 * How a content is wrapped: ordinary characters only; may have marks or line feeds; measured by
 * cells.
 */
const textNature = { ordinary: 0, special: 1, byCells: 2 } as const;

/**
 * The paragraphs of a script in order, one row each. Every element has a row, and so has every
 * blank paragraph, before the element that carries it. Columns are typed arrays, so measuring needs
 * no object per paragraph, and all rows can be copied at once when one element changes.
 */
export class Paragraphs {
  count = 0;
  /** Index of the row's element. The rows of one element are adjacent; its own row is the last. */
  owner: Int32Array;
  /** Index of the row's box in the sheet. */
  box: Int32Array;
  /** Number of lines of the whole text. */
  lines: Int32Array;
  /** How the row's text is wrapped: a value of `textNature`. */
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
   * Return paragraphs for `elements` that share this object's rows, or null when the rows differ.
   * Only the elements from `first` to before `end` have changed. Most keystrokes leave all
   * measurements unchanged, so no row needs to be copied.
   */
  withElements(
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

  /**
   * Return a view of these paragraphs that ends before a position. Used for pages that may not
   * reach further.
   */
  endingAt({ row, offset }: { row: number; offset: number }): Paragraphs {
    const view: Paragraphs = Object.create(this);
    view.count = offset > 0 ? row + 1 : row;
    view.isBlank = (each) => this.isBlank(each);
    if (offset === 0) return view;
    view.textAt = (each) => (each === row ? this.textAt(row).slice(0, offset).trimEnd() : this.textAt(each));
    view.lines = this.lines.slice(0, view.count);
    view.lines[row] = view.wrap(row, 0, Infinity, null);
    return view;
  }

  boxAt(row: number): Box {
    return this.sheet.boxes[this.box[row] as number] as Box;
  }

  /** Return whether the row is a blank paragraph and not the element itself. */
  isBlank(row: number): boolean {
    return row + 1 < this.count && this.owner[row + 1] === this.owner[row];
  }

  /** Return the text of the row's element; "" for a blank paragraph. */
  textAt(row: number): string {
    if (this.isBlank(row)) return '';
    const element = this.elements[this.owner[row] as number] as ScriptElement;
    return this.nature[row] === textNature.ordinary ? element.content : plainTextOf(element);
  }

  /**
   * Wrap the row's text from an offset on, into `maxLines` lines at most. Return the number of
   * lines; `bounds` receives from and to of each.
   */
  wrap(row: number, from: number, maxLines: number, bounds: number[] | null): number {
    return wrapAs(this.nature[row] as number, this.textAt(row), from, this.boxAt(row), maxLines, bounds);
  }

  /** Return the first row of an element; `count` for the end of the script. */
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

  /** Append rows of another object. Their elements have moved by `shift` positions. */
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

  /** Append the rows of elements. Neither end may be inside a dual dialogue. */
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

  // Set a dual dialogue that fits on no page as two speeches, one below the other.
  #measureDual(first: number, end: number, linesPerPage: number): void {
    const start = this.count;
    for (const isSideBySide of [true, false]) {
      this.count = start;
      for (let index = first; index < end; index++) {
        const element = this.elements[index] as ScriptElement;
        const column = isSideBySide ? element.dual : null;
        // Blank paragraphs before the block are not in its columns.
        this.#add(index, element, column, index === first ? null : column);
      }
      const top = this.firstRowOf(first) + (this.elements[first]?.extras?.blanksBefore?.length ?? 0);
      const lines = linesPerPage - maxContinuedSlots(this.sheet.sceneContinueds);
      if (heightOfColumns(this, top, this.count) <= lines) return;
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
    this.owner = copyInto(this.owner, new Int32Array(length));
    this.box = copyInto(this.box, new Int32Array(length));
    this.lines = copyInto(this.lines, new Int32Array(length));
    this.nature = copyInto(this.nature, new Uint8Array(length));
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

function copyInto<Column extends Int32Array | Uint8Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}

/**
 * Return the index after the dual dialogue that begins here: left elements and the right ones that
 * follow them.
 */
function dualEnd(elements: readonly ScriptElement[], first: number): number {
  let end = first;
  while (elements[end]?.dual === 'left') end++;
  while (elements[end]?.dual === 'right') end++;
  return end;
}

/**
 * Return the slots of the taller column. Inside a column, only the first row has no space before
 * it.
 */
export function heightOfColumns(paragraphs: Paragraphs, first: number, end: number): number {
  const heights = { left: 0, right: 0 };
  for (let row = first; row < end; row++) {
    const box = paragraphs.boxAt(row);
    const column = box.column ?? 'left';
    heights[column] += (heights[column] > 0 ? box.spaceBefore : 0) + (paragraphs.lines[row] as number);
  }
  return Math.max(heights.left, heights.right);
}
