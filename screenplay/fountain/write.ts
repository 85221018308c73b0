import type { ElementExtras, ScriptElement } from '../element.ts';
import { plainText } from '../emphasis.ts';
import type { ScriptFormat } from '../format.ts';
import { isOutline } from '../hidden.ts';
import { joinParagraphs } from '../longParagraphs.ts';
import { withParentheses } from '../parenthetical.ts';
import type { Screenplay, ScriptNote } from '../screenplay.ts';
import { blocksOf, wholeTitlePage } from './extras.ts';
import { normalize } from './hidden.ts';
import { allNotes, writeNote } from './notes.ts';
import {
  escapeDot,
  escapeEnd,
  escapeHidden,
  escapeSpeech,
  indentedLine,
  joinSceneNumber,
  lineKind,
  type Surroundings,
} from './rules.ts';
import { readTitlePage, writeTitlePage } from './titlePage.ts';

/**
 * A screenplay as Fountain 1.1: LF, no byte order mark, blocks parted by one blank line, force marks only
 * where a line would be read as something else. parseFountain gives back the types and texts, but
 * - headings, cues, parentheticals and transitions become one line, and white space at line ends goes;
 * - a parenthetical gets the brackets it lacks.
 * Two things have no sign in Fountain: a speech without a cue gets the bare cue "@", and between two
 * dialogues of one speech stands an empty note. Notes are written at their element, with their author:
 * those that came with the file, and of `notes` those that are new.
 * What Fountain cannot say (fonts, colours, right alignment, FDX types other than lyrics) is left out.
 */
export function writeFountain(
  { titlePage, elements: given, format, source }: Screenplay,
  givenNotes: readonly ScriptNote[] = [],
): string {
  const title = writeTitlePage(wholeTitlePage(titlePage, source?.fountain));
  const { elements, notes } = joinParagraphs({
    elements: given,
    notes: allNotes(given, source, givenNotes),
  });
  const writer = new FountainWriter(elements, notes, format, title === '');
  if (title !== '') writer.addBlock(title);
  writer.addBlocks(writer.notesAt(null));
  for (let i = 0; i < elements.length; i++) writer.add(i);
  return writer.end(blocksOf(source?.fountain, 'after').map(writeKept));
}

/** Most elements are one line of text in which nothing has to go or to be escaped; one look tells. */
const unusual = /[^ -.0-Z\\-~\u00A0-\uFEFE\uFF00-\uFFFF]/;

class FountainWriter {
  readonly #elements: readonly ScriptElement[];
  readonly #notes = new Map<number | null, string[]>();
  readonly #format: ScriptFormat;
  /** The file as far as it is written. Engines put a growing text together later, and faster than a list of lines. */
  #text = '';
  #hasBlocks = false;
  /** The last block is a speech that goes on. */
  #isInSpeech = false;
  /** Sections and cuts of elements within the speech; they would end it, so they come after. */
  readonly #afterSpeech: string[] = [];
  /** Of the element that is being written. */
  #isOneLine = true;
  /** What is written first could be read as a title page. */
  #isAtTop: boolean;

  constructor(
    elements: readonly ScriptElement[],
    notes: readonly ScriptNote[],
    format: ScriptFormat,
    isAtTop: boolean,
  ) {
    this.#elements = elements;
    this.#format = format;
    this.#isAtTop = isAtTop;
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
    if (this.#hasBlocks) this.#text += '\n\n';
    this.#hasBlocks = true;
    this.#text += block;
  }

  addBlocks(blocks: readonly string[]): void {
    for (const block of blocks) this.addBlock(block);
  }

  add(index: number): void {
    const element = this.#elements[index];
    if (!element) return;
    const isUnusual = unusual.test(element.content);
    const content = (isUnusual ? escapeHidden(normalize(element.content)) : element.content).trimEnd();
    const isBlank = content === '';
    this.#isOneLine = !(isUnusual && content.includes('\n'));
    const before = element.extras === null ? none : this.#blocksBefore(element.extras);
    const opensColumn = element.dual === 'right' && this.#elements[index - 1]?.dual === 'left';
    if (isSpoken(element) && this.#isInSpeech && !opensColumn && !isBlank) {
      for (const block of before) if (block !== '===') this.#afterSpeech.push(block);
      this.#addSpoken(element, content, index);
      return;
    }
    if (isOutline(element) && !isBlank) {
      // Neither of the two ends a speech in Final Draft; in Fountain they stand below it.
      const blocks = [...before, outlineBlock(element, content), ...this.notesAt(index)];
      if (this.#isInSpeech) append(this.#afterSpeech, blocks);
      else this.addBlocks(blocks);
      return;
    }
    this.#endSpeech();
    this.addBlocks(before);
    if (isBlank) this.addBlocks(this.notesAt(index));
    else if (isSpoken(element)) {
      this.addBlock(opensColumn ? '@ ^' : '@');
      this.#isInSpeech = true;
      this.#isAtTop = false;
      this.#addSpoken(element, content, index);
    } else if (element.elementType === 'character') {
      this.addBlock(this.#cue(element, content, index));
      this.#isInSpeech = true;
      for (const note of this.notesAt(index)) this.#addToSpeech(note);
    } else {
      this.addBlock(this.#line(element, content));
      this.addBlocks(this.notesAt(index));
    }
  }

  /** The whole file. */
  end(after: readonly string[]): string {
    this.#endSpeech();
    this.addBlocks(after);
    return `${this.#text}\n`;
  }

  #endSpeech(): void {
    if (!this.#isInSpeech) return;
    this.#isInSpeech = false;
    if (this.#afterSpeech.length > 0) this.addBlocks(this.#afterSpeech.splice(0));
  }

  /** A heading, an action or a transition. */
  #line(element: ScriptElement, content: string): string {
    const mustForce = this.#mustForce(content);
    if (element.elementType === 'action') return this.#action(element, content, mustForce);
    const text = this.#isOneLine ? content.trim() : oneLine(content);
    const kind = mustForce ? null : lineKind(text, alone);
    if (element.elementType === 'transition') {
      return kind === 'transition' ? text : `> ${escapeEnd(text, '<')}`;
    }
    const heading = joinSceneNumber(text, element.sceneNumber ?? null);
    return kind === 'heading' ? heading : `.${escapeDot(heading)}`;
  }

  #action(element: ScriptElement, content: string, mustForce: boolean): string {
    const isSung = isLyric(element);
    const isCentered = this.#isCentered(element);
    if (this.#isOneLine && !isSung && !isCentered) {
      const line = indentedLine(content);
      return isAction(line, alone) && !mustForce ? line : `!${line}`;
    }
    const lines = content.split('\n').map(indentedLine);
    if (isSung) return lines.map((line) => `~${line.trim()}`).join('\n');
    if (isCentered) return lines.map((line) => `> ${line.trim()} <`).join('\n');
    return lines
      .map((line, i) => {
        const around = { startsBlock: i === 0, endsBlock: false, hasTextBelow: true };
        return isAction(line, around) && !(mustForce && i === 0) ? line : `!${line}`;
      })
      .join('\n');
  }

  #isCentered({ extras, originalType }: ScriptElement): boolean {
    const alignment = extras?.layout?.alignment ?? this.#format.styles[originalType ?? 'Action']?.alignment;
    return alignment === 'Center';
  }

  #cue(element: ScriptElement, content: string, index: number): string {
    const text = escapeEnd(this.#isOneLine ? content.trim() : oneLine(content), '^');
    const next = this.#elements[index + 1];
    const hasSpeech = isSpoken(next) && next?.content.trim() !== '';
    const endsBlock = !hasSpeech || this.notesAt(index).length > 0;
    const kind = lineKind(text, { startsBlock: true, endsBlock, hasTextBelow: hasSpeech });
    // What is spoken might look like a title page's second line.
    const mustForce = this.#mustForce(`${text}\nTitle:`);
    const cue = kind === 'cue' && !mustForce ? text : `@${text}`;
    return element.dual === 'right' && this.#elements[index - 1]?.dual ? `${cue} ^` : cue;
  }

  #addSpoken(element: ScriptElement, content: string, index: number): void {
    if (element.elementType === 'parenthetical') this.#addToSpeech(withParentheses(oneLine(content)));
    else {
      const isSung = isLyric(element);
      const lines = this.#isOneLine ? null : content.split('\n');
      if (lines) for (const line of lines) this.#addToSpeech(spokenLine(line.trim(), isSung));
      else this.#addToSpeech(spokenLine(content.trim(), isSung));
      const next = this.#elements[index + 1];
      // A lyric ends where plain dialogue begins; two of a kind need something between them.
      if (next?.elementType === 'dialogue' && isLyric(next) === isSung) this.#text += ' [[ ]]';
    }
    for (const note of this.notesAt(index)) this.#addToSpeech(note);
  }

  #addToSpeech(line: string): void {
    this.#text += '\n';
    this.#text += line;
  }

  #blocksBefore(extras: ElementExtras): readonly string[] {
    const before = blocksOf(extras.fountain, 'before').map(writeKept);
    if (extras.layout?.startsNewPage) before.push('===');
    return before;
  }

  /** Whether the first block of the file would be read as a title page. */
  #mustForce(content: string): boolean {
    const isAtTop = this.#isAtTop;
    this.#isAtTop = false;
    return isAtTop && readTitlePage(content.split('\n'), 0) !== null;
  }
}

const none: readonly string[] = [];
const alone: Surroundings = { startsBlock: true, endsBlock: true, hasTextBelow: false };

function isAction(line: string, around: Surroundings): boolean {
  return line !== '' && lineKind(line.trimStart(), around) === 'action';
}

/** As push with a spread, which has a limit. */
function append(to: string[], from: readonly string[]): void {
  for (const item of from) to.push(item);
}

function spokenLine(line: string, isLyric: boolean): string {
  if (isLyric) return `~${line}`;
  if (line === '') return '  ';
  return escapeSpeech(line);
}

/** A section or synopsis; cut passages are kept with their marks, as they were. */
function writeKept(block: string): string {
  return block.startsWith('/*') ? block : escapeHidden(block);
}

function isSpoken(element: ScriptElement | undefined): boolean {
  return element?.elementType === 'dialogue' || element?.elementType === 'parenthetical';
}

/** A paragraph of Final Draft's outline, as Fountain has it: a section, a synopsis or a note. */
function outlineBlock({ originalType }: ScriptElement, content: string): string {
  const text = oneLine(content);
  const level = /^outline (\d)/i.exec(originalType ?? '')?.[1];
  if (level) return `${'#'.repeat(Math.min(6, Math.max(1, Number(level))))} ${text}`;
  return /^note$/i.test(originalType ?? '')
    ? writeNote({ elementIndex: null, text: plainText(content), author: null })
    : synopsisBlock(text);
}

function synopsisBlock(text: string): string {
  return oneLine(text)
    .split('\n')
    .map((line) => `= ${line}`)
    .join('\n');
}

function isLyric({ originalType }: ScriptElement): boolean {
  return originalType !== null && /^(?:lyrics?|singing)$/i.test(originalType);
}

function oneLine(content: string): string {
  if (!content.includes('\n')) return content.trim();
  return content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}
