import { parseCue, speakerKey } from '../cue.ts';
import { directionType } from '../directions.ts';
import { headingStartOf } from '../heading.ts';
import { isTransitionLike } from '../pastedElement.ts';
import type { BodyLine } from './bodyLines.ts';
import {
  isBold,
  isCueAbove,
  isInCapitalLetters,
  isNear,
  measureColumns,
  type PrintColumns,
  startsInBrackets,
} from './columns.ts';
import { dualBlockAt } from './dualBlocks.ts';
import type { BodyPage } from './furniture.ts';
import type { PrintGeometry } from './geometry.ts';
import { continuesAction } from './joinPages.ts';
import {
  type Doubt,
  hasOpenBracket,
  type PrintedParagraph,
  paragraphLineOf,
  paragraphOf,
} from './printedParagraph.ts';

export interface ClassifyInput {
  pages: readonly BodyPage[];
  /** The lines of each page. */
  lines: readonly (readonly BodyLine[])[];
  geometry: PrintGeometry;
  paperPoints: number;
}

const shotWords = /\b(?:SHOT|ANGLE|CLOSER?|CLOSE-UP|CLOSEUP|INSERT|TRACKING|DOLLY|ZOOM|BACK TO)\b|^ON\b/;
/** Width of dialogue in the narrowest usual layouts, in characters. */
const minDialogueWidth = 33;
const actWords =
  /^["“]?(?:(?:END|CONTINUATION)\s+OF\s+|.*\bEND\b|ACT\b|TEASER|TAG\b|COLD OPEN|EPILOGUE|PROLOGUE|CHAPTER|PART\b)/i;

/** Group the lines of a script into paragraphs by their columns and gaps. */
export function paragraphsOfLines(input: ClassifyInput): PrintedParagraph[] {
  return new LineClassifier(input).read();
}

class LineClassifier {
  readonly #input: ClassifyInput;
  readonly #lines: BodyLine[];
  readonly #columns: PrintColumns;
  readonly #paragraphs: PrintedParagraph[] = [];
  /** Last line that was read. */
  #before: BodyLine | null = null;
  #isInSpeech = false;
  readonly #pagesWithMore: ReadonlySet<number>;
  /** Whether headings are numbered, so that a line without a number is none. */
  readonly #hasNumbers: boolean;

  constructor(input: ClassifyInput) {
    this.#input = input;
    this.#lines = input.lines.flat();
    this.#columns = measureColumns(this.#lines);
    this.#pagesWithMore = new Set(
      input.pages.filter(({ moreText }) => moreText !== null).map(({ number }) => number),
    );
    this.#hasNumbers = this.#lines.some(({ sceneNumber }) => sceneNumber !== null);
  }

  read(): PrintedParagraph[] {
    for (let at = 0; at < this.#lines.length; ) {
      const line = this.#lines[at] as BodyLine;
      const block = dualBlockAt(this.#lines, at, this.#input.geometry);
      if (block) {
        this.#paragraphs.push(...block.left, ...block.right);
        at += block.length;
        this.#isInSpeech = false;
        this.#before = this.#lines[at - 1] ?? null;
        continue;
      }
      this.#readLine(line, this.#lines[at + 1]);
      this.#before = line;
      at++;
    }
    return this.#paragraphs;
  }

  #readLine(line: BodyLine, below: BodyLine | undefined): void {
    if (this.#isRepeatedCue(line)) return;
    if (this.#continuesSpeech(line, below)) {
      this.#addToSpeech(line);
      return;
    }
    this.#isInSpeech = false;
    if (line.sceneNumber !== null || this.#isHeading(line)) this.#addHeading(line);
    else if (isCueAbove(line, below, this.#columns) && !this.#isCentredAlone(line, below)) {
      this.#isInSpeech = true;
      const doubt = isInCapitalLetters(line.text) ? null : 'mixedCue';
      this.#paragraphs.push(paragraphOf('character', line, { doubt }));
    } else if (this.#isTransition(line)) this.#paragraphs.push(paragraphOf('transition', line));
    else if (!this.#continuesHeading(line)) {
      const doubt = this.#headingDoubt(line, below);
      if (doubt) this.#paragraphs.push(paragraphOf('scene_heading', line, { doubt }));
      else this.#addAction(line);
    }
  }

  /** Return whether this is the cue that a page repeats for the speech of the page before. */
  #isRepeatedCue(line: BodyLine): boolean {
    const before = this.#before;
    if (line.gap !== Infinity || !before || !this.#isInSpeech || !this.#pagesWithMore.has(before.page))
      return false;
    const cue = this.#paragraphs.findLast(({ type }) => type === 'character');
    const name = (text: string) => speakerKey(parseCue(text).name);
    return (
      cue !== undefined && name(cue.lines.map(({ styled }) => styled.text).join(' ')) === name(line.text)
    );
  }

  #continuesSpeech(line: BodyLine, below: BodyLine | undefined): boolean {
    if (!this.#isInSpeech || line.sceneNumber !== null) return false;
    const isTop = line.gap === Infinity || this.#before?.page !== line.page;
    const { dialogue, parenthetical, speechGap } = this.#columns;
    const isNearby = isTop || line.gap <= speechGap || this.#isBelowRepeatedCue(line);
    if (!isNearby && !this.#isBelowBlank(line, below)) return false;
    const isInColumn =
      isNear(line.column, dialogue) ||
      (line.column > dialogue - 1.6 && line.column < dialogue + 8) ||
      isNear(line.column, parenthetical);
    if (this.#last?.type === 'parenthetical' && hasOpenBracket(this.#last)) return isTop || isInColumn;
    if (!isInColumn) return false;
    const isCue = line.column > dialogue + 1.6 && isCueAbove(line, below, this.#columns);
    return !isCue || (startsInBrackets(line) && !isTop);
  }

  get #last(): PrintedParagraph | undefined {
    return this.#paragraphs.at(-1);
  }

  #isBelowRepeatedCue(line: BodyLine): boolean {
    return this.#before?.gap === Infinity && this.#before.page === line.page && line.gap <= 2.6;
  }

  /** Return whether a line goes on with a dialogue after an empty line. */
  #isBelowBlank(line: BodyLine, below: BodyLine | undefined): boolean {
    const { dialogue, speechGap } = this.#columns;
    return (
      line.gap < speechGap + 1.2 &&
      this.#last?.type === 'dialogue' &&
      Math.abs(line.column - dialogue) < 0.6 &&
      !isCueAbove(line, below, this.#columns)
    );
  }

  #addToSpeech(line: BodyLine): void {
    const last = this.#last;
    const { dialogue, parenthetical } = this.#columns;
    if (last?.type === 'parenthetical' && hasOpenBracket(last)) {
      last.lines.push(paragraphLineOf(line));
      return;
    }
    const isInColumn =
      parenthetical !== null &&
      parenthetical - dialogue >= 1 &&
      line.column > (dialogue + parenthetical) / 2 - 0.2;
    const isBracket = startsInBrackets(line) && (isInColumn || this.#isWholeInBrackets(line));
    if (isBracket) this.#paragraphs.push(paragraphOf('parenthetical', line));
    else if (last?.type === 'dialogue') {
      const isBelowBlank =
        line.gap > this.#columns.speechGap && line.gap < 9 && !this.#isBelowRepeatedCue(line);
      last.lines.push({ ...paragraphLineOf(line), ...(isBelowBlank && { isBelowBlank }) });
    } else this.#paragraphs.push(paragraphOf('dialogue', line));
  }

  /** Return whether a bracket at the start of a line does not close before the end of a line. */
  #isWholeInBrackets({ text }: BodyLine): boolean {
    const last = this.#last;
    const close = text.search(/[)）]/);
    if (last?.type !== 'character' && (close < 0 || !this.#isShort(last, text))) return false;
    return close < 0 || close === text.length - 1;
  }

  /** Return whether a line is not below another because of its width. */
  #isShort(last: PrintedParagraph | undefined, text: string): boolean {
    const [word = ''] = text.split(' ');
    const end = last?.lines.at(-1)?.endColumn ?? 0;
    return end + 2 + word.length <= this.#columns.dialogue + minDialogueWidth;
  }

  #isHeading(line: BodyLine): boolean {
    return Math.abs(line.column) < 2.5 && headingStartOf(line.text) !== null;
  }

  #addHeading(line: BodyLine): void {
    this.#paragraphs.push(paragraphOf('scene_heading', line, { sceneNumber: line.sceneNumber }));
  }

  /** Add a line to the heading above if that heading was wrapped. */
  #continuesHeading(line: BodyLine): boolean {
    const last = this.#last;
    if (last?.type !== 'scene_heading' || line.gap > 1.5 || !isInCapitalLetters(line.text)) return false;
    const [word = ''] = line.text.split(' ');
    const { rightPoints, leftPoints, cellPoints } = this.#input.geometry;
    const endColumn = last.lines.at(-1)?.endColumn ?? 0;
    if (endColumn + 1 + word.length <= (rightPoints - leftPoints) / cellPoints - 4) return false;
    last.lines.push(paragraphLineOf(line));
    return true;
  }

  #isTransition(line: BodyLine): boolean {
    const { text, column, gap } = line;
    if (text.length > 60 || gap < 1.5) return false;
    if (directionType(text) === 'action') return false;
    if (isTransitionLike(text)) return column > 25 || (/TO:$/.test(text) && !this.#columns.hasTransitions);
    const { rightPoints, leftPoints, cellPoints } = this.#input.geometry;
    const isAtRight = column > 30 && line.endColumn > (rightPoints - leftPoints) / cellPoints - 9;
    return isAtRight && isInCapitalLetters(text) && /[:.]$/.test(text) && !this.#isCentred(line);
  }

  /** Return why a line can be a heading though it does not begin like one; null: it is none. */
  #headingDoubt(line: BodyLine, below: BodyLine | undefined): Doubt | null {
    const { text, column, gap, styled } = line;
    const { headingGap, actionGap, hasBoldHeadings } = this.#columns;
    const canBeHeading =
      Math.abs(column) < 0.8 && isInCapitalLetters(text) && text.length <= 60 && directionType(text) === null;
    if (!canBeHeading || headingGap === null || actionGap === null) return null;
    const isNamed = /^["“„«]|[.!?:]$/.test(text) || shotWords.test(text) || actWords.test(text);
    if (headingGap < actionGap + 0.6) {
      // Shots may be as bold as headings, but have less space above.
      if (hasBoldHeadings) return isBold(styled) ? 'heading' : null;
      const isAlone = gap > 1.5 && (below?.page !== line.page || below.gap > 1.5);
      return isAlone && !isNamed && !this.#hasNumbers && styled.spans.length === 0 ? 'heading' : null;
    }
    if (gap === Infinity || Math.abs(gap - headingGap) > 0.4) return null;
    return isNamed || this.#hasNumbers ? null : 'heading';
  }

  /** Return whether a line is in the middle by chance, and in the column of cues by chance. */
  #isCentredAlone(line: BodyLine, below: BodyLine | undefined): boolean {
    const { cue, speechGap } = this.#columns;
    const isAlone = below?.page !== line.page || below.gap > speechGap;
    return isAlone && this.#isCentred(line) && Math.abs(line.column - (cue ?? 0)) > 0.3;
  }

  #isCentred({ segments: [segment], column, endColumn }: BodyLine): boolean {
    const { leftPoints, cellPoints } = this.#input.geometry;
    if (!segment || column < 3) return false;
    const middle = leftPoints + ((column + endColumn) / 2) * cellPoints;
    const centres = [this.#input.paperPoints / 2, leftPoints + 216, leftPoints + 30 * cellPoints];
    return centres.some((centre) => Math.abs(middle - centre) < 0.75 * cellPoints);
  }

  #addAction(line: BodyLine): void {
    const last = this.#last;
    const isCentred = this.#isCentred(line);
    const isTop = this.#before !== null && line.page !== this.#before.page;
    if (last?.type === 'action' && last.isCentred === isCentred && !isCentred) {
      if (isTop && continuesAction(last, line, this.#input, this.#lines)) {
        last.lines.push(paragraphLineOf(line));
        last.doubt ??= 'joined';
        return;
      }
    }
    if (last?.type === 'action' && last.isCentred === isCentred && !isTop && line.gap <= 1.5) {
      last.lines.push(paragraphLineOf(line));
      return;
    }
    const doubt = !isCentred && isNear(line.column, this.#columns.dialogue) ? 'column' : null;
    this.#paragraphs.push(paragraphOf('action', line, { isCentred, doubt }));
  }
}
