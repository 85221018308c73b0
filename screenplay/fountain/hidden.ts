import { escapeHidden } from './rules.ts';

/*
 * Cut passages (boneyard) and notes. They are extracted before the text is parsed into lines,
 * because they may span lines. A control character marks the position of each. Existing control
 * characters are removed first: no screenplay needs them, and the database rejects some.
 */

/** Marks the position of a note. */
export const noteSign = '\u0001';
/** Marks the position of a cut passage. */
export const cutSign = '\u0002';
/** Marks the position of an empty note, with which we separate two dialogues of one speech. */
export const seamSign = '\u0003';

export interface HiddenExtraction {
  /** Text with position marks, LF line ends and no other control characters than tabs. */
  text: string;
  /** In the order of their marks. */
  notes: string[];
  /** In the order of their marks, including the delimiters. */
  cuts: string[];
  /** Notes and empty notes as written, in the order of their marks, with marks of cut passages. */
  rawNotes: string[];
  /**
   * Whether the text has a "/*" without an end. It is read as text, so that it does not hide the
   * rest of the file.
   */
  hasOpenCut: boolean;
}

/** Control characters except tab and line feed. */
const controlCharacters = /[^\P{Cc}\t\n]/gu;

// Most text contains no characters to remove and is not copied.
const needsNormalising = /[^\t\n -~\u00A0-\uFEFE\uFF00-\uFFFF]/;

/** Convert line ends to LF and remove a byte order mark and control characters. */
export function normalize(text: string): string {
  if (!needsNormalising.test(text)) return text;
  const start = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const lines = start.includes('\r') ? start.replace(/\r\n?/g, '\n') : start;
  return lines.replace(controlCharacters, '');
}

/** Extract cut passages and notes from a normalised text. Takes linear time. */
export function extractHidden(text: string): HiddenExtraction {
  const cuts: string[] = [];
  const notes: string[] = [];
  const rawNotes: string[] = [];
  const withoutCuts = extractCuts(text, cuts);
  const visible = extractNotes(withoutCuts.text, notes, rawNotes);
  return { text: visible, notes, cuts, rawNotes, hasOpenCut: withoutCuts.hasOpenCut };
}

/** Return whether the text has position marks. */
export function hasHiddenContent({ rawNotes, cuts }: HiddenExtraction): boolean {
  return rawNotes.length > 0 || cuts.length > 0;
}

function extractCuts(text: string, cuts: string[]): { text: string; hasOpenCut: boolean } {
  let start = text.indexOf('/*');
  if (start < 0) return { text, hasOpenCut: false };
  let visible = '';
  let from = 0;
  let hasOpenCut = false;
  while (start >= 0) {
    const isEscaped = text.charAt(start - 1) === '\\';
    const end = isEscaped || hasOpenCut ? -1 : text.indexOf('*/', start + 2);
    if (end >= 0) {
      cuts.push(text.slice(start, end + 2));
      visible += text.slice(from, start) + cutSign;
      from = end + 2;
    } else {
      hasOpenCut ||= !isEscaped;
      visible += isEscaped ? `${text.slice(from, start - 1)}/*` : text.slice(from, start + 2);
      from = start + 2;
    }
    start = text.indexOf('/*', from);
  }
  return { text: visible + text.slice(from), hasOpenCut };
}

function extractNotes(text: string, notes: string[], rawNotes: string[]): string {
  let start = text.indexOf('[[');
  if (start < 0) return text;
  let visible = '';
  let from = 0;
  let end = -1;
  let emptyLine = -1;
  while (start >= 0) {
    const isEscaped = text.charAt(start - 1) === '\\';
    if (end < start + 2) end = indexOrEnd(text, ']]', start + 2);
    if (emptyLine < start) emptyLine = indexOrEnd(text, '\n\n', start);
    if (isEscaped || end > emptyLine || end === text.length) {
      visible += isEscaped ? `${text.slice(from, start - 1)}[[` : text.slice(from, start + 2);
      from = start + 2;
    } else {
      const note = text.slice(start + 2, end).trim();
      if (note !== '') notes.push(plainNote(note));
      rawNotes.push(text.slice(start, end + 2));
      // Keep the marks of cut passages within the note: marks and cuts must have the same order.
      const inside = cutSign.repeat(note.split(cutSign).length - 1);
      visible += text.slice(from, start) + (note === '' ? seamSign : noteSign) + inside;
      from = end + 2;
    }
    start = text.indexOf('[[', from);
  }
  return visible + text.slice(from);
}

function indexOrEnd(text: string, search: string, from: number): number {
  const index = text.indexOf(search, from);
  return index < 0 ? text.length : index;
}

/** Remove cut passages from a note. A line of spaces is an empty line of the note. */
function plainNote(note: string): string {
  return note
    .replaceAll(cutSign, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

const marks = new RegExp(`[${noteSign}${cutSign}${seamSign}]`);
const marksWithSpaces = new RegExp(`^${marks.source}+[ \\t]*| ?${marks.source}+ ?`, 'g');
/** Marks that have a line to themselves include the line feed before them. */
const marksInText = new RegExp(`\\n[ \\t]*${marks.source}+[ \\t]*(?=\\n|$)|${marksWithSpaces.source}`, 'g');
/** Signs before which no space remains where a note was. */
const closingSign = /^[,.;:!?)\]’”]/;

export function hasSigns(line: string): boolean {
  return marks.test(line);
}

/**
 * Remove the marks of a line. Keep one of the spaces around each mark, none at the start of the
 * line or before punctuation.
 */
export function withoutSigns(line: string): string {
  if (!marks.test(line)) return line;
  return line.replace(marksWithSpaces, (hidden, at: number) => spaceAt(line, hidden, at));
}

/** Return the space that remains in place of marks with the spaces around them. */
function spaceAt(line: string, hidden: string, at: number): '' | ' ' {
  if (at === 0 || hidden.startsWith('\n') || !hidden.includes(' ')) return '';
  return !hidden.endsWith(' ') && closingSign.test(line.slice(at + hidden.length)) ? '' : ' ';
}

/** Restores the hidden content of lines, which must be read in order. */
export class HiddenContent {
  readonly #extraction: HiddenExtraction;
  #nextNote = 0;
  #nextCut = 0;

  constructor(extraction: HiddenExtraction) {
    this.#extraction = extraction;
  }

  /** Return a line as written in the file, except that all literal openings are escaped. */
  restore(line: string): string {
    if (!marks.test(line)) return escapeHidden(line);
    let restored = '';
    let from = 0;
    for (let at = 0; at < line.length; at++) {
      const sign = line.charAt(at);
      if (!marks.test(sign)) continue;
      restored += escapeHidden(line.slice(from, at));
      if (sign === cutSign) restored += this.#cut();
      else {
        const raw = this.#extraction.rawNotes[this.#nextNote++] ?? '';
        // Extraction of cut passages has removed the backslash of literal openings.
        const escaped = raw.replace(/(?<!\\)\\*\/\*/g, '\\$&');
        restored += escaped.replaceAll(cutSign, () => this.#cut());
        // The marks of cut passages within the note follow its mark.
        at += raw.split(cutSign).length - 1;
      }
      from = at + 1;
    }
    return restored + escapeHidden(line.slice(from));
  }

  #cut(): string {
    return this.#extraction.cuts[this.#nextCut++] ?? '';
  }
}

/** A note or cut passage with the spaces that belong to it, and its offset in the visible text. */
export interface HiddenInsert {
  at: number;
  raw: string;
}

/** Split written text into its visible text and its notes and cut passages. Omit empty notes. */
export function splitHidden(written: string): { visible: string; inserts: HiddenInsert[] } {
  const extraction = extractHidden(written);
  const content = new HiddenContent(extraction);
  const inserts: HiddenInsert[] = [];
  let visible = '';
  let from = 0;
  for (const { 0: hidden, index } of extraction.text.matchAll(marksInText)) {
    const space = spaceAt(extraction.text, hidden, index);
    visible += extraction.text.slice(from, index) + space;
    from = index + hidden.length;
    const raw = content.restore(hidden);
    if (hidden.replaceAll(seamSign, '').trim() === '') continue;
    const isSpaceBefore = space !== '' && hidden.startsWith(' ');
    const isSpaceAfter = space !== '' && !isSpaceBefore;
    inserts.push({
      at: isSpaceAfter ? visible.length - 1 : visible.length,
      raw: raw.slice(isSpaceBefore ? 1 : 0, raw.length - (isSpaceAfter ? 1 : 0)),
    });
  }
  return { visible: visible + extraction.text.slice(from), inserts };
}
