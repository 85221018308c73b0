/*
 * What one line of Fountain is. The parser asks it of every line; the writer asks it of every line it is
 * about to write, and adds a force mark where the answer is not the one it wants. So the two cannot differ.
 * Source: docs/format.md, "Fountain".
 */

export type LineKind =
  | 'heading'
  | 'forced_heading'
  | 'cue'
  | 'forced_cue'
  | 'transition'
  | 'forced_transition'
  | 'action'
  | 'forced_action'
  | 'centered'
  | 'lyric'
  | 'section'
  | 'synopsis'
  | 'page_break';

/** What surrounds a line outside a speech. */
export interface Surroundings {
  /** A blank line, the start of the file, or a line that stands alone (heading, section) is before it. */
  startsBlock: boolean;
  /** A blank line or the end of the file follows; a cut passage (boneyard) counts as blank. */
  endsBlock: boolean;
  /** Text follows directly; cut passages and notes between are not seen. */
  hasTextBelow: boolean;
}

/** The kind of a line that does not stand in a speech. `text` is trimmed at its start and not blank. */
export function lineKind(text: string, { startsBlock, endsBlock, hasTextBelow }: Surroundings): LineKind {
  const second = text.charAt(1);
  switch (text.charCodeAt(0)) {
    case 33: // !
      return 'forced_action';
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
  if (!startsBlock) return 'action';
  if (readsAsHeading(text, endsBlock)) return 'heading';
  if (!endsBlock && !hasTextBelow) return 'action';
  if (!isInCapitals(text)) return 'action';
  if (endsBlock && text.endsWith('TO:')) return 'transition';
  return hasTextBelow ? 'cue' : 'action';
}

const headingStart = /^(?:INT|EXT|EST|INT\.?\/EXT|EXT\.?\/INT|I\/E)[. -]/i;
const headingStartInCapitals = /^(?:INT|EXT|EST|INT\.?\/EXT|EXT\.?\/INT|I\/E)[. -]/;

/** A line that begins like a heading, in any case; in capitals where text follows without a blank line. */
export function readsAsHeading(text: string, endsBlock: boolean): boolean {
  // Only I and E begin one: most lines are decided by their first letter.
  const first = text.charCodeAt(0) | 32;
  if (first !== 105 && first !== 101) return false;
  return (endsBlock ? headingStart : headingStartInCapitals).test(text);
}

/** Three or more = and nothing else. */
export function isPageBreak(text: string): boolean {
  return text.startsWith('===') && /^=+\s*$/.test(text);
}

/** > text <, unless the last sign is escaped (see `escapeEnd`). */
function isCentered(text: string): boolean {
  const line = text.trimEnd();
  return line.length > 1 && line.endsWith('<') && line.charAt(line.length - 2) !== '\\';
}

/** At least one capital letter, and no lower-case letter outside brackets: JULIAN (cont'd), R2D2; not 23. */
export function isInCapitals(text: string): boolean {
  let hasCapital = false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 40) depth++;
    else if (code === 41 && depth > 0) depth--;
    else if (depth > 0) continue;
    else if (code >= 97 && code <= 122) return false;
    else if (code >= 65 && code <= 90) hasCapital = true;
    else if (code > 127) {
      // Letters beyond ASCII: those without case (Japanese, Arabic, …) are neither.
      const letter = String.fromCodePoint(text.codePointAt(i) ?? 0);
      if (letter !== letter.toUpperCase()) return false;
      if (letter !== letter.toLowerCase()) hasCapital = true;
      i += letter.length - 1;
    }
  }
  return hasCapital;
}

/** A line of action: white space before it stays, a tab as four spaces. */
export function indentedLine(line: string): string {
  const text = line.trimEnd();
  const first = text.charCodeAt(0);
  return first === 9 || first === 32 ? text.replace(/^\s+/, (space) => space.replaceAll('\t', '    ')) : text;
}

/** A line of a speech that stands in brackets; emphasis may stand around them. */
export function isParenthetical(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first !== 40 && first !== 42 && first !== 95) return false; // ( * _
  return /^[*_]*\(/.test(text) && /\)[*_]*$/.test(text);
}

/*
 * A backslash keeps a sign from being read, as in Fountain's \* and \_. Beyond those two we need it at the
 * edges of lines that no force mark can help. One more backslash is added on writing and one removed on
 * reading, so every text comes back as it was.
 */

/** Protects the last character where it is `sign`. */
export function escapeEnd(text: string, sign: string): string {
  return text.endsWith(sign) ? `${text.slice(0, -1)}\\${sign}` : text;
}

/** Undoes escapeEnd. */
export function unescapeEnd(text: string, sign: string): string {
  return text.endsWith(`\\${sign}`) ? text.slice(0, -2) + sign : text;
}

/** Protects a first "." after the "." that forces a heading. */
export function escapeDot(text: string): string {
  return /^\\*\./.test(text) ? `\\${text}` : text;
}

/** Undoes escapeDot. */
export function unescapeDot(text: string): string {
  return /^\\+\./.test(text) ? text.slice(1) : text;
}

/** Of ( * = \ _ ~, one of which begins every such line. */
function isPerhapsSpecial(code: number): boolean {
  return code === 40 || code === 42 || code === 61 || code === 92 || code === 95 || code === 126;
}

/** Protects a speech's line that would be a parenthetical, a lyric or a page break. */
export function escapeSpeech(text: string): string {
  if (!isPerhapsSpecial(text.charCodeAt(0))) return text;
  const isSpecial = isParenthetical(text) || /^(?:~|===+\s*$|\\+[~=]|[*_]*\\+\()/.test(text);
  // After the marks, as \* would take a mark's meaning away.
  return isSpecial ? text.replace(/^(?:[*_]*(?=\\*\())?/, '$&\\') : text;
}

/** Undoes escapeSpeech. */
export function unescapeSpeech(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/^(?:\\(?=\\*[~=])|([*_]*)\\(?=\\*\())/, '$1');
}

/** Protects the signs that open a cut passage and a note; hidden.ts takes the backslash away. */
export function escapeHidden(text: string): string {
  return text.includes('/*') || text.includes('[[') ? text.replace(/(?<!\\)\\*(?:\/\*|\[\[)/g, '\\$&') : text;
}

const numberAtEnd = /#([^#]{1,20})#$/;

/** "INT. DECK - DAY #12A#" → the text and the number; null where there is none. */
export function splitSceneNumber(text: string): { text: string; sceneNumber: string | null } {
  if (!text.endsWith('#')) return { text, sceneNumber: null };
  const match = numberAtEnd.exec(text.slice(-22));
  const sceneNumber = match?.[1]?.trim() ?? '';
  if (match === null || sceneNumber === '' || text.endsWith('\\#'))
    return { text: unescapeEnd(text, '#'), sceneNumber: null };
  const rest = text.slice(0, -match[0].length).trimEnd();
  return rest === '' ? { text, sceneNumber: null } : { text: rest, sceneNumber };
}

/** Writes a heading and its number so that splitSceneNumber gives both back. */
export function joinSceneNumber(text: string, sceneNumber: string | null): string {
  const number = (sceneNumber ?? '').replace(/#|\n/g, ' ').trim();
  if (number === '' || number.length > 20 || number.endsWith('\\')) {
    return splitSceneNumber(text).text === text ? text : escapeEnd(text, '#');
  }
  return `${text} #${number}#`;
}
