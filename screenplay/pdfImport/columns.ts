import { directionType } from '../directions.ts';
import type { StyledText } from '../emphasis.ts';
import { headingStartOf } from '../heading.ts';
import { isTransitionLike } from '../pastedElement.ts';
import type { BodyLine } from './bodyLines.ts';
import { mode } from './geometry.ts';

/** Columns of a print in characters from the left edge of action, as its speeches show them. */
export interface PrintColumns {
  /** Null: there are no speeches. */
  cue: number | null;
  dialogue: number;
  parenthetical: number | null;
  /** Maximum gap between the lines of a speech: more than one line in double-spaced dialogue. */
  speechGap: number;
  /** Gap above scene headings and above action, if it is always the same. */
  headingGap: number | null;
  actionGap: number | null;
  /** Whether there are transitions at the right, so that the same words at the left are action. */
  hasTransitions: boolean;
  /** Whether headings are bold, unlike action. */
  hasBoldHeadings: boolean;
}

/** Distance within which a line is in a column. */
const tolerance = 1.6;
const minCueColumn = 6;
const minDialogueColumn = 2.5;

export function isNear(column: number, other: number | null): boolean {
  return other !== null && Math.abs(column - other) < tolerance;
}

/** Return whether a text has no lower-case letter outside of brackets, and a letter. */
export function isInCapitalLetters(text: string): boolean {
  const outside = text.replace(/[(（][^()（）]*[)）]?/g, '');
  return outside === outside.toUpperCase() && /\p{L}|\d/u.test(outside);
}

/** Find the columns by the lines in capitals that a less indented line follows. */
export function measureColumns(lines: readonly BodyLine[]): PrintColumns {
  const single = pairsOf(lines, 0, 1.5);
  const double = pairsOf(lines, 1.5, 2.6);
  const isDouble = double.length > single.length * 2 && double.length > 2;
  const pairs = isDouble ? double : single;
  const spoken = pairs.flatMap(({ spoken: line }) => (line ? [line.column] : []));
  const bracketed = pairs.filter(({ speech }) => startsInBrackets(speech));
  const cue = mode(
    pairs.map((pair) => pair.cue.column),
    1,
  );
  const dialogue = mode(spoken.length > 0 ? spoken : pairs.map(({ speech }) => speech.column), 1);
  const gapsAbove = (isIncluded: (line: BodyLine) => boolean) =>
    lines.flatMap((line) =>
      line.column < 1.5 && isIncluded(line) && line.gap > 1.5 && line.gap < 6 ? [line.gap] : [],
    );
  const isHeading = ({ text }: BodyLine) => headingStartOf(text) !== null;
  return {
    cue,
    dialogue: dialogue ?? 10,
    parenthetical: mode(
      bracketed.map(({ speech }) => speech.column),
      1,
    ),
    speechGap: isDouble ? 2.6 : 1.5,
    hasBoldHeadings: hasBoldHeadings(lines),
    hasTransitions: lines.some(({ text, column }) => column > 25 && isTransitionLike(text)),
    headingGap: mode(gapsAbove(isHeading), 0.5),
    actionGap: mode(
      gapsAbove((line) => !isHeading(line)),
      0.5,
    ),
  };
}

/** Return whether a line begins with a bracket, also a full-width one. */
export function startsInBrackets({ text }: Pick<BodyLine, 'text'>): boolean {
  return /^[(（]/.test(text);
}

/** Return whether a line is bold from its start to its end. */
export function isBold({ text, spans }: StyledText): boolean {
  const [first] = spans;
  return first?.isBold === true && first.from === 0 && spans.at(-1)?.to === text.length;
}

function hasBoldHeadings(lines: readonly BodyLine[]): boolean {
  const isHeading = ({ text }: BodyLine) => headingStartOf(text) !== null;
  const headings = lines.filter(isHeading);
  const others = lines.filter((line) => !isHeading(line) && line.column < 1.5);
  const shareOf = (list: readonly BodyLine[]) =>
    list.filter(({ styled }) => isBold(styled)).length / list.length;
  return headings.length > 1 && shareOf(headings) > 0.8 && shareOf(others) < 0.3;
}

/** Return the lines that can be cues, each with the line below it. */
function pairsOf(lines: readonly BodyLine[], minGap: number, maxGap: number) {
  const pairs: { cue: BodyLine; speech: BodyLine; spoken: BodyLine | null }[] = [];
  for (const [index, cue] of lines.entries()) {
    const speech = lines[index + 1];
    if (!speech || speech.page !== cue.page || speech.gap < minGap || speech.gap > maxGap) continue;
    if (cue.column < minCueColumn || cue.gap < 1.5 || cue.segments.length > 1) continue;
    if (!isInCapitalLetters(cue.text) || cue.text.endsWith(':') || cue.text.length > 50) continue;
    if (headingStartOf(cue.text) !== null || directionType(cue.text) !== null) continue;
    if (speech.column < minDialogueColumn || speech.column > cue.column - 0.5) continue;
    pairs.push({ cue, speech, spoken: spokenLineBelow(lines, index, maxGap) });
  }
  return pairs;
}

/** Return the first line below a cue that is no parenthetical; null if there is none. */
function spokenLineBelow(lines: readonly BodyLine[], cueAt: number, maxGap: number): BodyLine | null {
  let isInBrackets = false;
  for (const line of lines.slice(cueAt + 1, cueAt + 8)) {
    if (line.gap > maxGap) return null;
    if (!isInBrackets && !startsInBrackets(line)) return line;
    isInBrackets = !/[)）]/.test(line.text);
  }
  return null;
}

/** Return whether a line is the cue of the line below it. */
export function isCueAbove(line: BodyLine, below: BodyLine | undefined, columns: PrintColumns): boolean {
  if (columns.cue === null || line.column < minDialogueColumn + 1 || line.text.length > 60) return false;
  const isInColumn = isNear(line.column, columns.cue);
  const isInCapitals = isInCapitalLetters(line.text);
  if (!isInColumn && (!isInCapitals || line.column < columns.dialogue + 1.5)) return false;
  if (headingStartOf(line.text) !== null || /[:.!?]$/.test(line.text.replace(/\.$/, '')))
    return isInColumn && isInCapitals && isSpeechBelow(below, line, columns);
  if (isSpeechBelow(below, line, columns)) return isInCapitals || line.gap > 1.5;
  // A cue without a speech: nothing is directly below it.
  if (below && below.page === line.page && below.gap <= 1.5) return false;
  return isInColumn && isInCapitals && line.gap > 1.5 && directionType(line.text) === null;
}

function isSpeechBelow(
  below: BodyLine | undefined,
  line: BodyLine,
  { dialogue, parenthetical, speechGap }: PrintColumns,
): boolean {
  if (!below || below.page !== line.page || below.gap > speechGap) return false;
  if (below.column > line.column - 0.5 && !startsInBrackets(below)) return false;
  return (
    isNear(below.column, dialogue) ||
    isNear(below.column, parenthetical) ||
    (startsInBrackets(below) && below.column > dialogue - tolerance)
  );
}
