/*
 * Cut passages (boneyard) and notes come out of the text before it is read as lines, since both
 * may reach over lines. A sign stays where each was. Control characters serve as signs: they are removed
 * from the text first, as no screenplay needs them and the database refuses some.
 */

/** Stands where a note was. */
export const noteSign = '\u0001';
/** Stands where a cut passage was. */
export const cutSign = '\u0002';
/** Stands where an empty note was: our mark between two dialogues of one speech. */
export const seamSign = '\u0003';

export interface HiddenExtraction {
  /** The text with signs; LF line ends, no other control characters than tabs. */
  text: string;
  /** In order of their signs. */
  notes: string[];
  /** In order of their signs, with the marks around them. */
  cuts: string[];
  /** A "/*" without an end is text, lest it swallow the rest of the file. */
  hasOpenCut: boolean;
}

/** All but tab and line feed. */
const controls = /[^\P{Cc}\t\n]/gu;

// Most text has none of what has to go, and is not copied.
const unusual = /[^\t\n -~\u00A0-\uFEFE\uFF00-\uFFFF]/;

/** Line ends become LF, a byte order mark and control characters go. */
export function normalize(text: string): string {
  if (!unusual.test(text)) return text;
  const start = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const lines = start.includes('\r') ? start.replace(/\r\n?/g, '\n') : start;
  return lines.replace(controls, '');
}

/** Takes cut passages and notes out of a normalised text. Takes time in proportion to its length. */
export function extractHidden(text: string): HiddenExtraction {
  const cuts: string[] = [];
  const notes: string[] = [];
  const withoutCuts = takeCuts(text, cuts);
  return { text: takeNotes(withoutCuts.text, notes), notes, cuts, hasOpenCut: withoutCuts.hasOpenCut };
}

function takeCuts(text: string, cuts: string[]): { text: string; hasOpenCut: boolean } {
  let start = text.indexOf('/*');
  if (start < 0) return { text, hasOpenCut: false };
  let shown = '';
  let from = 0;
  let hasOpenCut = false;
  while (start >= 0) {
    const isEscaped = text.charAt(start - 1) === '\\';
    const end = isEscaped || hasOpenCut ? -1 : text.indexOf('*/', start + 2);
    if (end >= 0) {
      cuts.push(text.slice(start, end + 2));
      shown += text.slice(from, start) + cutSign;
      from = end + 2;
    } else {
      hasOpenCut ||= !isEscaped;
      shown += isEscaped ? `${text.slice(from, start - 1)}/*` : text.slice(from, start + 2);
      from = start + 2;
    }
    start = text.indexOf('/*', from);
  }
  return { text: shown + text.slice(from), hasOpenCut };
}

function takeNotes(text: string, notes: string[]): string {
  let start = text.indexOf('[[');
  if (start < 0) return text;
  let shown = '';
  let from = 0;
  let end = -1;
  let emptyLine = -1;
  while (start >= 0) {
    const isEscaped = text.charAt(start - 1) === '\\';
    if (end < start + 2) end = indexOrEnd(text, ']]', start + 2);
    if (emptyLine < start) emptyLine = indexOrEnd(text, '\n\n', start);
    if (isEscaped || end > emptyLine || end === text.length) {
      shown += isEscaped ? `${text.slice(from, start - 1)}[[` : text.slice(from, start + 2);
      from = start + 2;
    } else {
      const note = text.slice(start + 2, end).trim();
      if (note !== '') notes.push(plainNote(note));
      // A cut passage within the note keeps its sign, so that signs and cuts stay in step.
      const inside = cutSign.repeat(note.split(cutSign).length - 1);
      shown += text.slice(from, start) + (note === '' ? seamSign : noteSign) + inside;
      from = end + 2;
    }
    start = text.indexOf('[[', from);
  }
  return shown + text.slice(from);
}

function indexOrEnd(text: string, search: string, from: number): number {
  const index = text.indexOf(search, from);
  return index < 0 ? text.length : index;
}

/** Cut passages within a note are not part of it; a line of spaces is how a note has an empty line. */
function plainNote(note: string): string {
  return note
    .replaceAll(cutSign, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

const signs = new RegExp(`[${noteSign}${cutSign}${seamSign}]`);
const signsWithSpaces = new RegExp(` ?${signs.source}+ ?`, 'g');

export function hasSigns(line: string): boolean {
  return signs.test(line);
}

/** Of the spaces on both sides of something hidden one stays; none where the line begins with it. */
export function withoutSigns(line: string): string {
  if (!signs.test(line)) return line;
  const text = line.replace(signsWithSpaces, (hidden) => (hidden.includes(' ') ? ' ' : ''));
  return signs.test(line.charAt(0)) ? text.trimStart() : text;
}
