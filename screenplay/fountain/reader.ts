import { directionType } from '../directions.ts';
import type { ElementType, ScriptElement, TitlePage } from '../element.ts';
import { countByType } from '../elementTypes/table.ts';
import { CaselessCues } from '../language/caselessNames.ts';
import { ElementLines } from './elementLines.ts';
import type { FountainElementExtras } from './extras.ts';
import { type HiddenExtraction, hasHiddenContent } from './hidden.ts';
import { KindsAboveText } from './kindsAboveText.ts';
import { Lookahead } from './lookahead.ts';
import type { FountainReading } from './reading.ts';
import {
  indentedLine,
  isPageBreak,
  isParenthetical,
  type LineKind,
  lineKind,
  splitSceneNumber,
  unescapeBang,
  unescapeDot,
  unescapeEnd,
  unescapeSpeech,
} from './rules.ts';
import { beginsUnspaced, isSingleSpaced, isStandalone } from './singleSpaced.ts';
import { readTitleLines, type TitlePageLines } from './titleReader.ts';

/** Kind of an element that the next line of the same kind continues; `none` cannot be continued. */
type BlockKind = 'action' | 'centered' | 'lyric' | 'dialogue' | 'none';

/** Kinds of lines that the writer writes without a mark. */
const unmarkedKinds: ReadonlySet<LineKind> = new Set(['heading', 'transition', 'cue', 'action']);

/** Reader of one text, line by line. */
export class FountainReader {
  readonly #lines: readonly string[];
  readonly #hidden: HiddenExtraction;
  readonly #hasSigns: boolean;
  readonly #below: Lookahead;
  readonly #elements: ScriptElement[] = [];
  /** Lines of the elements, with their notes and cut passages. */
  readonly #content: ElementLines;
  #isSingleSpaced = false;
  /** Whether the current line has the kind that it would have as a block (LineRange). */
  #isUnmarked = false;
  #startsNewPage = false;
  /** Element that a line of #openKind continues; always the last one. */
  #open: ScriptElement | null = null;
  #openKind: BlockKind = 'none';
  /** Whether lines were added to the open element, so that it may have blank ones at its end. */
  #hasAddedLines = false;
  #isInSpeech = false;
  /** Index of the first element of the current or preceding speech; -1 after any other element. */
  #speechStart = -1;
  #column: ScriptElement['dual'] = null;
  #hasSceneNumbers = false;
  #sectionCount = 0;
  #loneDualCount = 0;
  #foreignLines = 0;
  readonly #kindsAboveText = new KindsAboveText();
  readonly #caselessCues: CaselessCues;
  #unspacedTransitionCount = 0;

  constructor(hidden: HiddenExtraction) {
    this.#hidden = hidden;
    this.#hasSigns = hasHiddenContent(hidden);
    this.#content = new ElementLines(hidden);
    this.#lines = hidden.text.split('\n');
    this.#below = new Lookahead(this.#lines, this.#hasSigns);
    this.#caselessCues = new CaselessCues(this.#lines);
  }

  read(): FountainReading {
    const lines = this.#lines;
    const { titlePage, lines: titleLines } = readTitleLines(lines, this.#content, this.#hasSigns);
    const start = titleLines?.end ?? 0;
    this.#isSingleSpaced = isSingleSpaced(lines, start);
    let startsBlock = true;
    for (let i = start; i < lines.length; i++) {
      this.#content.line = i;
      const raw = lines[i] ?? '';
      const line = this.#hasSigns ? this.#content.reveal(raw) : raw;
      const text = line.trim();
      if (text === '') {
        if (!this.#isInSpeech || (line === raw && raw !== '  ')) {
          this.#close();
          this.#isInSpeech = false;
          startsBlock = true;
        } else if (line === raw && this.#openKind !== 'none' && this.#open) {
          this.#open.content += '\n';
          this.#hasAddedLines = true;
        }
      } else if (this.#isInSpeech && !isPageBreak(text) && !this.#beginsUnspaced(text)) {
        this.#addToSpeech(text);
      } else {
        this.#isInSpeech = false;
        startsBlock = this.#addBlockLine(line, text, startsBlock || this.#beginsUnspaced(text));
      }
      if (this.#hasSigns && this.#content.endLine()) this.#close();
    }
    this.#close();
    return this.#result(titlePage, titleLines);
  }

  #beginsUnspaced(text: string): boolean {
    return this.#isSingleSpaced && beginsUnspaced(text, this.#lines[this.#content.line + 1] ?? '');
  }

  /** Add a line outside a speech. Return whether the next line starts a block in any case. */
  #addBlockLine(line: string, text: string, startsBlock: boolean): boolean {
    const i = this.#content.line;
    const isBlankBelow = this.#below.isBlank(i + 1);
    const endsBlock = isBlankBelow || (this.#isSingleSpaced && isStandalone(text));
    const hasTextBelow = !isBlankBelow || this.#below.hasTextBelow(i);
    const isAboveHeading = !endsBlock && this.#below.isHeading(i + 1);
    const isSeparate = startsBlock && !isAboveHeading && endsBlock !== hasTextBelow;
    const isAboveText = startsBlock && !endsBlock && hasTextBelow && !isAboveHeading;
    let kind = isAboveText
      ? this.#kindsAboveText.kindOf(text)
      : lineKind(text, { startsBlock, endsBlock, hasTextBelow, isAboveHeading });
    // In Fountain, a space after the colon prevents a transition.
    if (kind === 'transition' && (this.#lines[i] ?? '').endsWith(' ')) kind = 'action';
    if (kind === 'transition' && isAboveHeading) this.#unspacedTransitionCount++;
    this.#isUnmarked = isSeparate && unmarkedKinds.has(kind) && (kind === 'cue') === hasTextBelow;
    if (kind === 'caseless_name') kind = this.#caselessCues.kindOf(text);
    const isStandaloneLine = this.#addLine(kind, line, text, startsBlock);
    return isStandaloneLine || (kind === 'action' && isAboveHeading && directionType(text) !== null);
  }

  #addLine(kind: LineKind, line: string, text: string, startsBlock: boolean): boolean {
    if (kind === 'foreign_heading' || kind === 'foreign_transition') this.#foreignLines++;
    switch (kind) {
      case 'section':
      case 'synopsis':
        this.#close();
        this.#sectionCount++;
        this.#content.blocksBefore.push(text);
        return true;
      case 'page_break':
        this.#close();
        this.#startsNewPage = true;
        return true;
      case 'heading':
      case 'foreign_heading':
      case 'forced_heading': {
        const heading = splitSceneNumber(kind === 'forced_heading' ? unescapeDot(text.slice(1)) : text);
        const element = this.#add('scene_heading', heading.text);
        if (heading.sceneNumber !== null) {
          element.sceneNumber = heading.sceneNumber;
          this.#hasSceneNumbers = true;
        }
        return true;
      }
      case 'transition':
      case 'foreign_transition':
      case 'forced_transition':
        this.#add('transition', kind === 'forced_transition' ? unescapeEnd(text.slice(1).trim(), '<') : text);
        return true;
      case 'cue':
        this.#beginSpeech(text);
        return true;
      case 'forced_cue':
        this.#beginSpeech(text.slice(1).trim());
        return true;
      case 'centered':
        this.#addToBlock('centered', 'action', text.slice(1, -1).trim());
        return false;
      case 'lyric':
        this.#addToBlock('lyric', 'action', text.slice(1).trim());
        return false;
      case 'action':
      case 'caseless_name':
        this.#addToBlock('action', 'action', indentedLine(line));
        return false;
      case 'forced_action':
        this.#addToBlock('action', 'action', forcedLine(line, startsBlock));
        return false;
      case 'shot':
        this.#add('action', unescapeBang(text.slice(2).trim())).originalType = 'Shot';
        return true;
    }
  }

  #beginSpeech(cue: string): void {
    this.#close();
    const isDual = cue.endsWith('^') && !cue.endsWith('\\^');
    const name = unescapeEnd(isDual ? cue.slice(0, -1).trim() : cue, '^');
    this.#column = null;
    if (isDual && this.#speechStart >= 0) {
      for (let i = this.#speechStart; i < this.#elements.length; i++) {
        const element = this.#elements[i];
        if (element) element.dual ??= 'left';
      }
      this.#column = 'right';
    } else if (isDual) {
      this.#loneDualCount++;
    }
    this.#isInSpeech = true;
    this.#speechStart = this.#elements.length;
    // The writer marks a speech without a cue by a bare @.
    if (name !== '') this.#add('character', name);
  }

  #addToSpeech(text: string): void {
    this.#isUnmarked = true;
    if (isParenthetical(text)) this.#add('parenthetical', text);
    else if (text.startsWith('~')) this.#addToBlock('lyric', 'dialogue', text.slice(1).trim());
    else this.#addToBlock('dialogue', 'dialogue', unescapeSpeech(text));
  }

  #addToBlock(kind: BlockKind, type: ElementType, line: string): void {
    if (this.#open && this.#openKind === kind) {
      this.#open.content += `\n${line}`;
      this.#hasAddedLines = true;
      this.#content.extend();
      return;
    }
    const element = this.#add(type, line);
    if (kind === 'lyric') element.originalType = 'Lyrics';
    if (kind === 'centered') {
      element.extras = { ...element.extras, layout: { ...element.extras?.layout, alignment: 'Center' } };
    }
    this.#open = element;
    this.#openKind = kind;
    this.#hasAddedLines = false;
  }

  #add(elementType: ElementType, content: string): ScriptElement {
    this.#close();
    if (!this.#isInSpeech) this.#speechStart = -1;
    const dual = this.#isInSpeech ? this.#column : null;
    const element: ScriptElement = { elementType, content, dual, originalType: null, extras: null };
    if (this.#startsNewPage) element.extras = { layout: { startsNewPage: true } };
    const before = this.#content.begin(this.#isUnmarked);
    if (before.length > 0) {
      const fountain: FountainElementExtras = { before };
      element.extras = { ...element.extras, fountain };
    }
    this.#startsNewPage = false;
    this.#elements.push(element);
    return element;
  }

  #close(): void {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    this.#openKind = 'none';
    if (open.content !== '' && !this.#hasAddedLines) return;
    open.content = open.content.trimEnd();
    if (open.content === '') this.#drop(open);
  }

  /** Remove the last element, which has no text. */
  #drop(element: ScriptElement): void {
    this.#elements.pop();
    this.#startsNewPage = element.extras?.layout?.startsNewPage ?? this.#startsNewPage;
    const { before = [] } = (element.extras?.fountain ?? {}) as FountainElementExtras;
    this.#content.drop(before);
  }

  #result(titlePage: TitlePage, titleLines: TitlePageLines | null): FountainReading {
    const { notes, ranges, blocksBefore } = this.#content;
    if (this.#startsNewPage) blocksBefore.push('===');
    return {
      hidden: this.#hidden,
      lines: this.#lines,
      ranges,
      titlePage,
      titleLines,
      elements: this.#elements,
      hasSceneNumbers: this.#hasSceneNumbers,
      notes,
      notesBetween: this.#content.notesBetween(),
      blocksAfter: blocksBefore,
      counts: {
        byType: countByType(this.#elements),
        sections: this.#sectionCount,
        cuts: this.#hidden.cuts.length,
        loneDuals: this.#loneDualCount,
        hasOpenCut: this.#hidden.hasOpenCut,
        foreignLines: this.#foreignLines,
        caselessCues: this.#caselessCues.count,
        unspacedTransitions: this.#unspacedTransitionCount,
        isSingleSpaced: this.#isSingleSpaced,
      },
      dependsOnAllLines: this.#isSingleSpaced || this.#caselessCues.isConsulted,
    };
  }
}

function forcedLine(line: string, startsBlock: boolean): string {
  const text = indentedLine(line.replace('!', ''));
  return startsBlock ? unescapeBang(text) : text;
}
