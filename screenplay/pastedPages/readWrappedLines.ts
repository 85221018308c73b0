import { directionType } from '../directions.ts';
import type { ElementType } from '../element.ts';
import { escapeText } from '../emphasis.ts';
import { isParenthetical, readsAsHeading } from '../fountain/rules.ts';
import { isCueLike, isTransitionLike, type PastedElement } from '../pastedElement.ts';
import type { PastedLine } from './pageFurniture.ts';

/*
 * Pages whose columns are lost, as viewers of PDFs and mails copy them: each line ends where it was
 * printed. The words of a line say what it is, and its length whether the next one belongs to it.
 */

/** Narrowest and widest dialogue and action of usual layouts, in characters. */
const dialogueWidths = { min: 33, max: 45 };
const actionWidths = { min: 50, max: 80 };

export interface PastedReading {
  elements: PastedElement[];
  /** Number of elements whose type or beginning is a guess. */
  uncertain: number;
}

/** Convert lines to elements and join those that one paragraph was wrapped into. */
export function readWrappedLines(lines: readonly PastedLine[]): PastedReading {
  return new WrappedReader(lines).read();
}

class WrappedReader {
  readonly #lines: readonly PastedLine[];
  readonly #dialogueWidth: number;
  readonly #actionWidth: number;
  /** Whether empty lines separate the paragraphs. */
  readonly #hasBlanks: boolean;
  readonly #elements: PastedElement[] = [];
  #uncertain = 0;
  #isInSpeech = false;

  constructor(lines: readonly PastedLine[]) {
    this.#lines = lines;
    this.#hasBlanks = lines.filter(({ blanks }) => blanks > 0).length > lines.length * 0.2;
    const lengths = lines.map(({ text }) => text.length);
    this.#actionWidth = widest(lengths, actionWidths);
    this.#dialogueWidth = widest(
      lengths.filter((_, index) => this.#isCue(index - 1)),
      dialogueWidths,
    );
  }

  read(): PastedReading {
    for (let index = 0; index < this.#lines.length; index++) this.#readLine(index);
    return { elements: this.#elements, uncertain: this.#uncertain };
  }

  #readLine(index: number): void {
    const line = this.#lines[index] as PastedLine;
    const { text } = line;
    if (this.#isHeading(line)) this.#begin('scene_heading', text, line.sceneNumber);
    else if (isTransition(text)) this.#begin('transition', text);
    else if (directionType(text) !== null) this.#begin('action', text);
    else if (this.#isCue(index)) {
      this.#begin('character', text);
      this.#isInSpeech = true;
    } else if (this.#isInSpeech && this.#isSpoken(index)) this.#addToSpeech(index);
    else this.#addAction(index);
  }

  #begin(elementType: ElementType, text: string, sceneNumber: string | null = null): void {
    this.#isInSpeech = false;
    const content = escapeText(text);
    this.#elements.push({ elementType, content, ...(sceneNumber !== null && { sceneNumber }) });
  }

  #isHeading({ text, sceneNumber, blanks }: PastedLine): boolean {
    return sceneNumber !== null || readsAsHeading(text, blanks > 0 && this.#hasBlanks);
  }

  /** Return whether a line is the cue of the line below it. */
  #isCue(index: number): boolean {
    const line = this.#lines[index];
    const below = this.#lines[index + 1];
    if (!line || !below || !isCueLike(line.text) || this.#isHeading(line) || isTransition(line.text))
      return false;
    if (this.#hasBlanks && line.blanks === 0 && !line.isBelowPage && index > 0) return false;
    return (
      below.blanks === 0 && !this.#isHeading(below) && (isParenthetical(below.text) || !isCueLike(below.text))
    );
  }

  /** Return whether a line of a speech belongs to it, or is action below it. */
  #isSpoken(index: number): boolean {
    const { text, blanks, isBelowPage } = this.#lines[index] as PastedLine;
    const before = this.#lines[index - 1];
    const last = this.#elements.at(-1);
    if (!before || !last) return false;
    if (isBelowPage) return !isSentenceEnd(before.text);
    if (blanks > 0) return false;
    if (last.elementType !== 'dialogue' || /^[(（]/.test(text)) return true;
    if (text.length > Math.max(this.#dialogueWidth, dialogueWidths.max)) return false;
    const isFull = isWrappedAt(before.text, text, dialogueWidths.min);
    if (!isFull && !this.#hasBlanks) this.#uncertain++;
    return isFull || this.#hasBlanks;
  }

  #addToSpeech(index: number): void {
    const { text, isBelowPage } = this.#lines[index] as PastedLine;
    const last = this.#elements.at(-1) as PastedElement;
    const isOpen = last.elementType === 'parenthetical' && !/[)）]$/.test(last.content);
    if (isOpen || (last.elementType === 'dialogue' && !/^[(（].*[)）]$/.test(text))) {
      const before = this.#lines[index - 1]?.text ?? '';
      const isWrapped = isBelowPage || isOpen || isWrappedAt(before, text, dialogueWidths.min);
      last.content = isWrapped
        ? join(last.content, escapeText(text))
        : `${last.content}\n${escapeText(text)}`;
    } else {
      const elementType = /^[(（]/.test(text) ? 'parenthetical' : 'dialogue';
      this.#elements.push({ elementType, content: escapeText(text) });
    }
  }

  #addAction(index: number): void {
    const { text, blanks, isBelowPage } = this.#lines[index] as PastedLine;
    const before = this.#lines[index - 1]?.text ?? '';
    const last = this.#elements.at(-1);
    const isBelowAction =
      !this.#isInSpeech && last?.elementType === 'action' && directionType(before) === null;
    const goesOn = isBelowPage
      ? !isSentenceEnd(before)
      : blanks === 0 && isWrappedAt(before, text, this.#actionWidth - slack);
    if (isBelowAction && goesOn) last.content = join(last.content, escapeText(text));
    else if (isBelowAction && blanks === 0 && this.#hasBlanks) last.content += `\n${escapeText(text)}`;
    else this.#begin('action', text);
  }
}

/** Lines of one print end at the same edge up to this many characters. */
const slack = 6;

function widest(lengths: readonly number[], { min, max }: { min: number; max: number }): number {
  return lengths.reduce((most, length) => (length <= max ? Math.max(most, length) : most), min);
}

/** Return whether a line ended because the next word did not fit into a width. */
function isWrappedAt(line: string, below: string, width: number): boolean {
  const [word = ''] = below.split(' ', 1);
  return line.length + 1 + word.length > width;
}

function isTransition(text: string): boolean {
  return directionType(text) === 'transition' || isTransitionLike(text);
}

function isSentenceEnd(text: string): boolean {
  return /[.!?…。！？:]["”’»)）\]]*$/u.test(text);
}

/** Letters of scripts that set no space between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u;

/** Join two lines that were one. A hyphen that stands alone goes on without a space. */
function join(before: string, line: string): string {
  const isHyphen = /[\p{L}\p{N}]-$/u.test(before) && /^\p{L}/u.test(line);
  const isUnspaced = unspaced.test(before.slice(-1)) && unspaced.test(line.charAt(0));
  return isHyphen || isUnspaced ? before + line : `${before} ${line}`;
}
