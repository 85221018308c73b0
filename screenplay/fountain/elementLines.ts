import type { ScriptNote } from '../screenplay.ts';
import { cutSign, type HiddenExtraction, hasSigns, noteSign, seamSign, withoutSigns } from './hidden.ts';
import type { LineRange } from './reading.ts';

/**
 * Lines of the elements of a file that is being read, and its notes and cut passages. These are in
 * the lines of an element or between two elements.
 */
export class ElementLines {
  readonly notes: ScriptNote[] = [];
  /** By element. */
  readonly ranges: LineRange[] = [];
  /** Sections, synopses and cut passages to store with the next element. */
  blocksBefore: string[] = [];
  /** Index of the current line. */
  line = 0;
  readonly #hidden: HiddenExtraction;
  #nextNote = 0;
  #nextCut = 0;
  /** Content of the current line, and whether the line ends a dialogue. */
  #lineNotes: string[] = [];
  #lineCuts: string[] = [];
  #hasSeam = false;
  readonly #inlineNotes = new Set<ScriptNote>();
  /** Cut passages in the lines of the last element. */
  #inlineCuts: string[] = [];

  constructor(hidden: HiddenExtraction) {
    this.#hidden = hidden;
  }

  /** Remove the marks from the current line and store the content that they stand for. */
  reveal(raw: string): string {
    if (!hasSigns(raw)) return raw;
    for (const sign of raw) {
      if (sign === noteSign) this.#lineNotes.push(this.#hidden.notes[this.#nextNote++] ?? '');
      else if (sign === cutSign) this.#lineCuts.push(this.#hidden.cuts[this.#nextCut++] ?? '');
      else if (sign === seamSign) this.#hasSeam = true;
    }
    return withoutSigns(raw);
  }

  /**
   * Assign the notes of the current line to the element of the line, or else to the previous one.
   * Cut passages between elements are stored with the next one. Return whether the line ends a
   * dialogue.
   */
  endLine(): boolean {
    const isInline = this.ranges.at(-1)?.to === this.line;
    const elementIndex = this.ranges.length > 0 ? this.ranges.length - 1 : null;
    for (const text of this.#lineNotes) {
      const note = { elementIndex, text, author: null };
      this.notes.push(note);
      if (isInline) this.#inlineNotes.add(note);
    }
    for (const cut of this.#lineCuts) (isInline ? this.#inlineCuts : this.blocksBefore).push(cut);
    const hasSeam = this.#hasSeam;
    if (this.#lineNotes.length > 0) this.#lineNotes = [];
    if (this.#lineCuts.length > 0) this.#lineCuts = [];
    this.#hasSeam = false;
    return hasSeam;
  }

  /** Begin an element at the current line. Return the blocks before it. */
  begin(isUnmarked: boolean): string[] {
    const before = this.blocksBefore;
    if (before.length > 0) this.blocksBefore = [];
    if (this.#inlineCuts.length > 0) this.#inlineCuts = [];
    this.ranges.push({ from: this.line, to: this.line, isUnmarked });
    return before;
  }

  /** Extend the last element to the current line, with the notes and cut passages above it. */
  extend(): void {
    const range = this.ranges.at(-1);
    if (range) range.to = this.line;
    if (this.blocksBefore.length > 0) {
      for (const cut of this.blocksBefore) this.#inlineCuts.push(cut);
      this.blocksBefore = [];
    }
    const last = this.ranges.length - 1;
    for (let i = this.notes.length - 1; i >= 0; i--) {
      const note = this.notes[i];
      if (note?.elementIndex !== last || this.#inlineNotes.has(note)) break;
      this.#inlineNotes.add(note);
    }
  }

  /** Remove the last element, which has no text and these blocks before it. */
  drop(before: string[]): void {
    this.ranges.pop();
    for (const block of [...this.#inlineCuts, ...this.blocksBefore]) before.push(block);
    this.blocksBefore = before;
    this.#inlineCuts = [];
    const last = this.ranges.length - 1;
    for (let i = this.notes.length - 1; i >= 0; i--) {
      const note = this.notes[i];
      if (!note || (note.elementIndex ?? -1) <= last) break;
      note.elementIndex = last < 0 ? null : last;
      this.#inlineNotes.delete(note);
    }
  }

  /** Return the notes that are in the lines of no element. */
  notesBetween(): ScriptNote[] {
    return this.#inlineNotes.size === 0
      ? this.notes
      : this.notes.filter((note) => !this.#inlineNotes.has(note));
  }
}
