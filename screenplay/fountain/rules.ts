import { directionType, isForeignTransition } from '../directions.ts';
import { plainText } from '../emphasis.ts';
import { headingStartOf } from '../heading.ts';
import { isCaselessName } from '../language/caselessNames.ts';
import { foreignHeadingStartOf } from '../language/foreignHeading.ts';

/*
 * Classification of Fountain lines. The parser classifies every line; the writer classifies lines
 * before writing them and adds a force mark if the kind is not the intended one. Therefore both
 * always agree. Source: docs/format.md, "Fountain".
 */

/**
 * Kind of a line. A foreign heading or transition is known by words that Fountain does not know:
 * the parser reads it, and the writer adds a force mark for other programs. A caseless name may be
 * a cue, which depends on the whole text; a mark makes it certain.
 */
export type LineKind =
  | 'heading'
  | 'foreign_heading'
  | 'foreign_transition'
  | 'caseless_name'
  | 'forced_heading'
  | 'cue'
  | 'forced_cue'
  | 'transition'
  | 'forced_transition'
  | 'action'
  | 'forced_action'
  | 'shot'
  | 'centered'
  | 'lyric'
  | 'section'
  | 'synopsis'
  | 'page_break';

/** Context of a line outside a speech. */
export interface Surroundings {
  /** A blank line, the start of the file, or a stand-alone line (heading, section) precedes. */
  startsBlock: boolean;
  /** A blank line or the end of the file follows. A cut passage (boneyard) counts as blank. */
  endsBlock: boolean;
  /** Text follows directly, ignoring cut passages and notes in between. */
  hasTextBelow: boolean;
  /** The next line is a heading. */
  isAboveHeading?: boolean;
}

/**
 * Return the kind of a line outside a speech. `text` is not blank and has no leading white space.
 */
export function lineKind(text: string, surroundings: Surroundings): LineKind {
  const { startsBlock, hasTextBelow } = surroundings;
  const second = text.charAt(1);
  switch (text.charCodeAt(0)) {
    case 33: // !
      return startsBlock && isShot(text) ? 'shot' : 'forced_action';
    case 35: // #
      return 'section';
    case 61: // =
      if (isPageBreak(text)) return 'page_break';
      return second === '=' ? 'action' : 'synopsis';
    case 62: // >
      if (isCentered(text)) return 'centered';
      return startsBlock && text.trimEnd() !== '>' ? 'forced_transition' : 'action';
    case 126: // ~
      return 'lyric';
    case 46: // .
      if (!startsBlock || second === '.' || second.trim() === '') return 'action';
      return 'forced_heading';
    case 64: // @
      return startsBlock && (hasTextBelow || !/^@\s*\^?\s*$/.test(text)) ? 'forced_cue' : 'action';
  }
  return startsBlock ? unforcedKind(withoutOuterMarks(text), surroundings) : 'action';
}

function unforcedKind(text: string, { endsBlock, hasTextBelow, isAboveHeading }: Surroundings): LineKind {
  if (readsAsHeading(text, endsBlock))
    return foreignHeadingStartOf(text) === null ? 'heading' : 'foreign_heading';
  if (!endsBlock && !hasTextBelow) return 'action';
  if (endsBlock && isForeignTransition(text)) return 'foreign_transition';
  if (!isInCapitals(text)) return !endsBlock && isCaselessName(text) ? 'caseless_name' : 'action';
  if ((endsBlock || isAboveHeading) && text.endsWith('TO:')) return 'transition';
  return hasTextBelow && directionType(text) === null ? 'cue' : 'action';
}

/** Remove the marks of a line that begins with one: bold headings, cues and transitions. */
function withoutOuterMarks(text: string): string {
  const first = text.charCodeAt(0);
  return first === 42 || first === 95 ? plainText(text) : text;
}

/** Match !! before a shot, which Beat writes. Three marks are action that begins with two. */
function isShot(text: string): boolean {
  return /^!!\s*[^\s!]/.test(text);
}

/**
 * Return whether a line starts like a heading, in any case. If text follows without a blank line,
 * it must start in capitals.
 */
export function readsAsHeading(text: string, endsBlock: boolean): boolean {
  const start = headingStartOf(text);
  return start !== null && (endsBlock || start === start.toUpperCase());
}

/** Match three or more =, also around a page number. */
export function isPageBreak(text: string): boolean {
  return text.startsWith('===') && /^=+(?:\s*[\p{L}\d.-]{1,8}\s*={3,})?\s*$/u.test(text);
}

/** Match > text <, unless the last character is escaped (see `escapeEnd`). */
function isCentered(text: string): boolean {
  const line = text.trimEnd();
  return line.length > 1 && line.endsWith('<') && line.charAt(line.length - 2) !== '\\';
}

/**
 * Return whether a text has a capital letter and no lower-case letter outside parentheses: true for
 * JULIAN (cont'd) and R2D2, false for 23.
 */
export function isInCapitals(text: string): boolean {
  let hasCapital = false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 40 || code === 0xff08) depth++;
    else if ((code === 41 || code === 0xff09) && depth > 0) depth--;
    else if (depth > 0) continue;
    else if (code >= 97 && code <= 122) return false;
    else if (code >= 65 && code <= 90) hasCapital = true;
    else if (code > 127) {
      // Non-ASCII letters. Those without case (Japanese, Arabic, …) are ignored.
      const letter = String.fromCodePoint(text.codePointAt(i) ?? 0);
      if (letter !== letter.toUpperCase()) return false;
      if (letter !== letter.toLowerCase()) hasCapital = true;
      i += letter.length - 1;
    }
  }
  return hasCapital;
}

/** Normalise a line of action: keep leading white space, with a tab as four spaces. */
export function indentedLine(line: string): string {
  const text = line.trimEnd();
  const first = text.charCodeAt(0);
  return first === 9 || first === 32 ? text.replace(/^\s+/, (space) => space.replaceAll('\t', '    ')) : text;
}

/**
 * Return whether a line of a speech is in parentheses, which may have emphasis marks around them.
 */
export function isParenthetical(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first !== 40 && first !== 0xff08 && first !== 42 && first !== 95) return false; // ( （ * _
  return /^[*_]*[(（]/.test(text) && /[)）][*_]*$/.test(text);
}

/*
 * Escaping. A backslash makes the next character literal, as in Fountain's \* and \_. We also use
 * it at the ends of lines where no force mark is possible. Writing adds one backslash and reading
 * removes one, so that every text round-trips.
 */

/** Escape the last character if it is `sign`. */
export function escapeEnd(text: string, sign: string): string {
  return text.endsWith(sign) ? `${text.slice(0, -1)}\\${sign}` : text;
}

/** Undo escapeEnd. */
export function unescapeEnd(text: string, sign: string): string {
  return text.endsWith(sign) && text.charAt(text.length - 2) === '\\' ? text.slice(0, -2) + sign : text;
}

/** Escape a "!" after the "!" that forces action, or the "!!" that forces a shot. */
export function escapeBang(text: string): string {
  return /^\\*!/.test(text) ? `\\${text}` : text;
}

/** Undo escapeBang. */
export function unescapeBang(text: string): string {
  return /^\\+!/.test(text) ? text.slice(1) : text;
}

/** Escape a "." after the "." that forces a heading. */
export function escapeDot(text: string): string {
  return /^\\*\./.test(text) ? `\\${text}` : text;
}

/** Undo escapeDot. */
export function unescapeDot(text: string): string {
  return /^\\+\./.test(text) ? text.slice(1) : text;
}

/**
 * Return whether the character is one of ( （ * = \ _ ~, with one of which every line to escape
 * starts.
 */
function isPerhapsSpecial(code: number): boolean {
  return (
    code === 40 || code === 0xff08 || code === 42 || code === 61 || code === 92 || code === 95 || code === 126
  );
}

/** Escape a line of a speech that would be a parenthetical, a lyric or a page break. */
export function escapeSpeech(text: string): string {
  if (!isPerhapsSpecial(text.charCodeAt(0))) return text;
  const isSpecial = isParenthetical(text) || isPageBreak(text) || /^(?:~|\\+[~=]|[*_]*\\+[(（])/.test(text);
  // Escape after the marks: \* would turn a mark into text.
  return isSpecial ? text.replace(/^(?:[*_]*(?=\\*[(（]))?/, '$&\\') : text;
}

/** Undo escapeSpeech. */
export function unescapeSpeech(text: string): string {
  if (!isPerhapsSpecial(text.charCodeAt(0))) return text;
  return text.replace(/^(?:\\(?=\\*[~=])|([*_]*)\\(?=\\*[(（]))/, '$1');
}

/** Escape the characters that open a cut passage or a note. hidden.ts removes the backslash. */
export function escapeHidden(text: string): string {
  return text.includes('/*') || text.includes('[[') ? text.replace(/(?<!\\)\\*(?:\/\*|\[\[)/g, '\\$&') : text;
}

const numberAtEnd = /#([^#]{1,20})#$/;

/** Split a heading: "INT. DECK - DAY #12A#" → text and number; null without a number. */
export function splitSceneNumber(text: string): { text: string; sceneNumber: string | null } {
  if (!text.endsWith('#')) return { text, sceneNumber: null };
  const match = numberAtEnd.exec(text.slice(-22));
  const sceneNumber = match?.[1]?.trim() ?? '';
  if (match === null || sceneNumber === '' || text.endsWith('\\#'))
    return { text: unescapeEnd(text, '#'), sceneNumber: null };
  const rest = text.slice(0, -match[0].length).trimEnd();
  return rest === '' ? { text, sceneNumber: null } : { text: rest, sceneNumber };
}

/** Join a heading and its number so that splitSceneNumber returns both. */
export function joinSceneNumber(text: string, sceneNumber: string | null): string {
  const number = (sceneNumber ?? '').replace(/#|\n/g, ' ').trim();
  if (number === '' || number.length > 20 || number.endsWith('\\')) {
    return splitSceneNumber(text).text === text ? text : escapeEnd(text, '#');
  }
  return `${text} #${number}#`;
}
