import { parseCue, speakerKey } from '../cue.ts';
import { isParenthetical, readsAsHeading } from '../fountain/rules.ts';
import { isCaselessName } from '../language/caselessNames.ts';
import { isContinuation, isMoreText } from '../language/cueExtensions.ts';
import { isCueLike } from '../pastedElement.ts';

/** Line of copied pages without what only pages have. */
export interface PastedLine {
  text: string;
  /** Number of spaces in front of it. */
  indent: number;
  /** Number of empty lines above it. */
  blanks: number;
  /** Whether a page began between this line and the one above. */
  isBelowPage: boolean;
  /** Number beside a heading; null: none. */
  sceneNumber: string | null;
}

const pageNumber =
  /^(?:(?:page|seite|pagina|página|str\.?|с\.?)\s*)?\d{1,4}[A-Z]?\.(?:\s*\/\s*\d{1,4})?$|^[-–—]\s*\d{1,4}\s*[-–—]$/i;
/** Number that may also be text of the script. */
const bareNumber = /^\d{1,4}[A-Z]?\.$/i;
const continued = /^\(?CONTINUED:?\)?:?(?: ?\(\d+\))?:?$/i;
/** Star right of a line that was changed in a revision. */
const revisionMark = / {2,}\*{1,2}$/;
const maxFurnitureLength = 40;

/** Return whether a line is (MORE). In lower case other languages write parentheticals like it. */
function isPrintedMore(text: string): boolean {
  return /^\(more\)$/i.test(text) || (isMoreText(text) && text === text.toUpperCase());
}

/** Return whether a line is printed on pages but is not part of the script. */
function isPageFurniture(text: string): boolean {
  if (text.length > maxFurnitureLength) return false;
  return pageNumber.test(text) || continued.test(text) || isPrintedMore(text);
}

/** Separate the scene number at both sides of a heading, or at its left, from it. */
function splitSceneNumbers(text: string): Pick<PastedLine, 'text' | 'sceneNumber'> {
  const whole = { text, sceneNumber: null };
  if (!/^\w{1,6}\.? /.test(text)) return whole;
  const match = /^(\w{1,6})\.? +(\S.*\S) +\1\.?$/.exec(text) ?? /^(\d{1,4}[A-Z]?)\.? +(\S.*)$/.exec(text);
  const heading = match?.[2]?.trim() ?? '';
  return readsAsHeading(heading, true) ? { text: heading, sceneNumber: match?.[1] ?? null } : whole;
}

/** Lines of a script without those that only pages have. */
interface ScriptLines {
  lines: PastedLine[];
  /** Number of lines that were left out. */
  leftOut: number;
  /** Whether the text is of pages. One bare number can be text of the script. */
  isPaged: boolean;
}

/** Return the lines of a script, and how many lines were left out. */
export function linesWithoutFurniture(lines: readonly string[]): ScriptLines {
  const kept: PastedLine[] = [];
  let blanks = 0;
  let leftOut = 0;
  let numbers = 0;
  let hasMark = false;
  let isBelowPage = false;
  let isBelowMore = false;
  for (const line of lines) {
    const text = line.trim().replace(revisionMark, '');
    if (text === '') blanks++;
    else if (isPageFurniture(text) && !(blanks === 0 && !isBelowPage && isSpokenNumber(text, kept.at(-1)))) {
      leftOut++;
      hasMark ||= !bareNumber.test(text);
      isBelowPage = true;
      isBelowMore ||= isPrintedMore(text);
    } else if (isBelowMore && isRepeatedCue(text, kept)) leftOut++;
    else {
      const split = splitSceneNumbers(text);
      if (split.sceneNumber !== null) numbers++;
      kept.push({
        ...split,
        indent: line.length - line.trimStart().length + line.trim().indexOf(split.text),
        blanks,
        isBelowPage,
      });
      blanks = 0;
      isBelowPage = false;
      isBelowMore = false;
    }
  }
  return { lines: kept, leftOut, isPaged: leftOut + numbers > 1 || hasMark };
}

/** Return whether a number is what somebody says: it is directly below a cue or a parenthetical. */
function isSpokenNumber(text: string, above: PastedLine | undefined): boolean {
  if (!above || !bareNumber.test(text)) return false;
  return isCueLike(above.text) || isCaselessName(above.text) || isParenthetical(above.text);
}

/** Return whether a cue is the repeated one of a speech that goes on behind a page break. */
function isRepeatedCue(text: string, lines: readonly PastedLine[]): boolean {
  const { name, extensions } = parseCue(text);
  if (!extensions.some(isContinuation)) return false;
  const key = speakerKey(name);
  return lines.slice(-20).some((line) => speakerKey(parseCue(line.text).name) === key);
}
