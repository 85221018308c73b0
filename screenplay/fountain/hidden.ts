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
  const withoutCuts = extractCuts(text, cuts);
  return { text: extractNotes(withoutCuts.text, notes), notes, cuts, hasOpenCut: withoutCuts.hasOpenCut };
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

function extractNotes(text: string, notes: string[]): string {
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
const marksWithSpaces = new RegExp(` ?${marks.source}+ ?`, 'g');

export function hasSigns(line: string): boolean {
  return marks.test(line);
}

/**
 * Remove the marks of a line. Keep one of the spaces around each mark, none at the start of the
 * line.
 */
export function withoutSigns(line: string): string {
  if (!marks.test(line)) return line;
  const text = line.replace(marksWithSpaces, (hidden) => (hidden.includes(' ') ? ' ' : ''));
  return marks.test(line.charAt(0)) ? text.trimStart() : text;
}
