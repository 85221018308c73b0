import type { ElementExtras, ScriptElement } from '../element.ts';
import {
  isActionType,
  isCueType,
  isDialogueType,
  isParentheticalType,
  isSpeechType,
  isTransitionType,
} from '../elementTypes/predicates.ts';
import type { ScriptFormat } from '../format.ts';
import { isOutline } from '../hidden.ts';
import { withParentheses } from '../parenthetical.ts';
import type { ScriptNote } from '../screenplay.ts';
import { blocksOf } from './extras.ts';
import { normalize } from './hidden.ts';
import { KindsAboveText } from './kindsAboveText.ts';
import { isLyric, isShot } from './markedElements.ts';
import { writeNote } from './notes.ts';
import { joinLines, outlineBlock, writePreserved } from './outlineBlock.ts';
import {
  escapeBang,
  escapeDot,
  escapeEnd,
  escapeHidden,
  escapeSpeech,
  indentedLine,
  joinSceneNumber,
  lineKind,
  readsAsHeading,
  type Surroundings,
} from './rules.ts';
import { readTitlePage } from './titlePage.ts';

/** A written file: the lines of each element, and the text before, between and after them. */
export interface FountainParts {
  own: string[];
  /** One more than elements. */
  gaps: string[];
}

/** Empty note that separates two dialogues of one speech. */
export const seam = '[[ ]]';

/** Matches content that may need escaping or has several lines. Most content does not match. */
const needsEscaping = /[^ -.0-Z\\-~\u00A0-\uFEFE\uFF00-\uFFFF]/;

/** Writer of the elements of one script, in order. */
export class FountainWriter {
  readonly #elements: readonly ScriptElement[];
  readonly #notes = new Map<number | null, string[]>();
  readonly #format: ScriptFormat;
  readonly #kindsAboveText = new KindsAboveText();
  /** Elements without lines have "". */
  readonly #parts: FountainParts;
  /** Index of the current element. */
  #index = 0;
  /** Text after the lines of the last element. */
  #gap = '';
  #hasBlocks: boolean;
  /** Whether the last block is a speech that continues. */
  #isInSpeech = false;
  /**
   * Sections and cuts of elements within the speech. They would end the speech, so they follow it.
   */
  readonly #afterSpeech: string[] = [];
  /** Whether the current element has one line. */
  #isOneLine = true;
  /** Whether the next text could be read as a title page. */
  #isAtTop: boolean;

  constructor(
    elements: readonly ScriptElement[],
    notes: readonly ScriptNote[],
    format: ScriptFormat,
    hasTitlePage: boolean,
  ) {
    this.#elements = elements;
    const count = elements.length;
    this.#parts = { own: new Array(count).fill(''), gaps: new Array(count + 1).fill('') };
    this.#format = format;
    this.#hasBlocks = hasTitlePage;
    this.#isAtTop = !hasTitlePage;
    for (const note of notes) {
      if (note.text.trim() === '') continue;
      const written = writeNote(note);
      const others = this.#notes.get(note.elementIndex);
      if (others) others.push(written);
      else this.#notes.set(note.elementIndex, [written]);
    }
  }

  notesAt(elementIndex: number | null): readonly string[] {
    return (this.#notes.size > 0 && this.#notes.get(elementIndex)) || none;
  }

  addBlock(block: string): void {
    this.#separateBlock();
    this.#gap += block;
  }

  #separateBlock(): void {
    if (this.#hasBlocks) this.#gap += '\n\n';
    this.#hasBlocks = true;
  }

  /** Add the lines of the current element. */
  #addOwn(lines: string): void {
    this.#parts.gaps[this.#index] = this.#gap;
    this.#parts.own[this.#index] = lines;
    this.#gap = '';
    this.#isAtTop = false;
  }

  addBlocks(blocks: readonly string[]): void {
    for (const block of blocks) this.addBlock(block);
  }

  /** Add an element. `lines` are given if it is known that these lines would be written. */
  add(index: number, lines: string | null = null): void {
    const element = this.#elements[index];
    if (!element) return;
    this.#index = index;
    const content = lines ?? this.#escaped(element.content);
    const isBlank = content === '';
    const before = element.extras === null ? none : this.#blocksBefore(element.extras);
    const opensColumn = element.dual === 'right' && this.#elements[index - 1]?.dual === 'left';
    if (isSpoken(element) && this.#isInSpeech && !opensColumn && !isBlank) {
      for (const block of before) if (block !== '===') this.#afterSpeech.push(block);
      this.#addSpoken(index, lines ?? this.#spoken(element, content));
      return;
    }
    if (isOutline(element) && !isBlank) {
      // Outline paragraphs do not end a speech in Final Draft. In Fountain they follow the speech.
      const blocks = [...before, outlineBlock(element, content), ...this.notesAt(index)];
      if (this.#isInSpeech) appendAll(this.#afterSpeech, blocks);
      else this.addBlocks(blocks);
      return;
    }
    this.#endSpeech();
    this.addBlocks(before);
    if (isBlank) this.addBlocks(this.notesAt(index));
    else if (isSpoken(element)) {
      this.addBlock(opensColumn ? '@ ^' : '@');
      this.#isInSpeech = true;
      this.#addSpoken(index, lines ?? this.#spoken(element, content));
    } else if (isCueType(element.elementType)) {
      this.#separateBlock();
      this.#addOwn(lines ?? this.#cue(element, content, index));
      this.#isInSpeech = true;
      this.#addNotesToSpeech(index);
    } else {
      this.#separateBlock();
      this.#addOwn(lines ?? this.#line(element, content));
      this.addBlocks(this.notesAt(index));
    }
  }

  /** Return the content of an element with escaped openings of notes and cut passages. */
  #escaped(content: string): string {
    const mayNeedEscaping = needsEscaping.test(content);
    const escaped = (mayNeedEscaping ? escapeHidden(normalize(content)) : content).trimEnd();
    this.#isOneLine = !(mayNeedEscaping && escaped.includes('\n'));
    return escaped;
  }

  /** Finish and return the file content in parts. */
  end(after: readonly string[]): FountainParts {
    this.#endSpeech();
    this.addBlocks(after);
    this.#parts.gaps[this.#elements.length] = `${this.#gap}\n`;
    return this.#parts;
  }

  #endSpeech(): void {
    if (!this.#isInSpeech) return;
    this.#isInSpeech = false;
    if (this.#afterSpeech.length > 0) this.addBlocks(this.#afterSpeech.splice(0));
  }

  /** Write a heading, an action or a transition. */
  #line(element: ScriptElement, content: string): string {
    const mustForce = this.#mustForce(content);
    if (isActionType(element.elementType)) return this.#action(element, content, mustForce);
    const text = this.#isOneLine ? content.trim() : joinLines(content);
    const kind = mustForce ? null : lineKind(text, standalone);
    if (isTransitionType(element.elementType)) {
      return kind === 'transition' ? text : `> ${escapeEnd(text, '<')}`;
    }
    const heading = joinSceneNumber(text, element.sceneNumber ?? null);
    return kind === 'heading' ? heading : `.${escapeDot(heading)}`;
  }

  #action(element: ScriptElement, content: string, mustForce: boolean): string {
    const isSung = isLyric(element);
    const isCentered = this.#isCentered(element);
    if (this.#isOneLine && !isSung && !isCentered) {
      if (isShot(element)) return `!!${escapeBang(content.trim())}`;
      const line = indentedLine(content);
      return isAction(line, standalone) && !mustForce ? line : `!${escapeBang(line)}`;
    }
    const lines = content.split('\n').map(indentedLine);
    if (isSung) return lines.map((line) => `~${line.trim()}`).join('\n');
    if (isCentered) return lines.map((line) => `> ${line.trim()} <`).join('\n');
    const isFirstAction = isAction(lines[0] ?? '', firstOfSeveral) && !mustForce;
    return lines
      .map((line, i) => {
        if (i === 0) return isFirstAction ? line : `!${escapeBang(line)}`;
        // Below an opening or a transition, a heading needs no blank line.
        return isAction(line, laterOfSeveral) && !readsAsHeading(line.trimStart(), true) ? line : `!${line}`;
      })
      .join('\n');
  }

  #isCentered({ extras, originalType }: ScriptElement): boolean {
    const alignment = extras?.layout?.alignment ?? this.#format.styles[originalType ?? 'Action']?.alignment;
    return alignment === 'Center';
  }

  #cue(element: ScriptElement, content: string, index: number): string {
    const text = escapeEnd(this.#isOneLine ? content.trim() : joinLines(content), '^');
    const next = this.#elements[index + 1];
    const hasSpeech = isSpoken(next) && next?.content.trim() !== '';
    const isAboveText = hasSpeech && this.notesAt(index).length === 0;
    const kind = isAboveText
      ? this.#kindsAboveText.kindOf(text)
      : lineKind(text, { startsBlock: true, endsBlock: true, hasTextBelow: hasSpeech });
    // Check with a second line that may look like a title page entry, as dialogue can.
    const mustForce = this.#mustForce(`${text}\nTitle:`);
    const cue = kind === 'cue' && !mustForce ? text : `@${text}`;
    return element.dual === 'right' && this.#elements[index - 1]?.dual ? `${cue} ^` : cue;
  }

  /** Write a parenthetical or a dialogue. */
  #spoken(element: ScriptElement, content: string): string {
    if (isParentheticalType(element.elementType)) return withParentheses(joinLines(content));
    const isSung = isLyric(element);
    if (this.#isOneLine) return spokenLine(content.trim(), isSung);
    return content
      .split('\n')
      .map((line) => spokenLine(line.trim(), isSung))
      .join('\n');
  }

  #addSpoken(index: number, lines: string): void {
    const element = this.#elements[index];
    const next = this.#elements[index + 1];
    // A lyric ends where plain dialogue begins. Two elements of the same kind need a separator.
    const needsSeam =
      isDialogueType(element?.elementType) &&
      isDialogueType(next?.elementType) &&
      isLyric(next) === isLyric(element);
    this.#gap += '\n';
    this.#addOwn(needsSeam ? `${lines} ${seam}` : lines);
    this.#addNotesToSpeech(index);
  }

  #addNotesToSpeech(index: number): void {
    for (const note of this.notesAt(index)) this.#gap += `\n${note}`;
  }

  #blocksBefore(extras: ElementExtras): readonly string[] {
    const before = blocksOf(extras.fountain, 'before').map(writePreserved);
    if (extras.layout?.startsNewPage) before.push('===');
    return before;
  }

  /** Return whether the first block of the file would be read as a title page. */
  #mustForce(content: string): boolean {
    return this.#isAtTop && readTitlePage(content.split('\n'), 0) !== null;
  }
}

const none: readonly string[] = [];
const standalone: Surroundings = { startsBlock: true, endsBlock: true, hasTextBelow: false };
const firstOfSeveral: Surroundings = { startsBlock: true, endsBlock: false, hasTextBelow: true };
const laterOfSeveral: Surroundings = { startsBlock: false, endsBlock: false, hasTextBelow: true };

function isAction(line: string, surroundings: Surroundings): boolean {
  return line !== '' && lineKind(line.trimStart(), surroundings) === 'action';
}

/** Append without spreading into push, which limits the number of arguments. */
function appendAll(to: string[], from: readonly string[]): void {
  for (const item of from) to.push(item);
}

function spokenLine(line: string, isLyric: boolean): string {
  if (isLyric) return `~${line}`;
  if (line === '') return '  ';
  return escapeSpeech(line);
}

function isSpoken(element: ScriptElement | undefined): boolean {
  return isSpeechType(element?.elementType);
}
