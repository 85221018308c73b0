import {
  type BlankParagraph,
  type DualColumn,
  type ElementExtras,
  type ElementType,
  plainTextType,
  type ScriptElement,
} from '../element.ts';
import { isHeadingType, isParentheticalType } from '../elementTypes/predicates.ts';
import { plainTextOf } from '../layout/text.ts';
import { maxMarkedLength, maxPreservedRuns } from '../limits.ts';
import type { ScriptNote } from '../screenplay.ts';
import { childrenToPreserve, defaultRunAttributes } from './childrenToPreserve.ts';
import { layoutOf } from './layoutOverride.ts';
import { noteOf } from './notes.ts';
import { readOmittedScene } from './omittedScene.ts';
import { dualLength, type PreservedDual, type PreservedParagraph } from './preserved.ts';
import { ReceiptCounts } from './receipt.ts';
import { marksOfRuns } from './revisionRuns.ts';
import { contentOfRuns, isPlainRun, lacksParentheses, lettersOfRuns } from './text.ts';
import { isKnownType, meaningOf, type TypeMeaning, typeNameOf } from './typeNames.ts';
import { attributeOf, paragraphXml, type XmlNode, type XmlRun } from './xml.ts';
import type { Attribute } from './xmlParser.ts';

/** A Paragraph as read. */
export interface SourceParagraph {
  attributes: Attribute[];
  /** Its runs, and XML of anything else. */
  children: (XmlRun | string)[];
  /** Script notes inside it. */
  notes: XmlNode[] | null;
  /** Index of the child before which its dual dialogue is; -1 if it holds none. */
  dualAt: number;
}

/** The dual dialogue that is being read. */
interface Dual {
  paragraphs: number;
  cues: number;
  /** Index of its first element; null if it has none yet. */
  first: number | null;
  blanksBefore: number;
}

interface Blank {
  paragraph: BlankParagraph;
  /** Null if the writer would create the same XML. */
  xml: string | null;
}

const tooManyMarks = `of Final Draft’s marks on a paragraph of more than ${maxPreservedRuns.toLocaleString('en')} runs or ${maxMarkedLength.toLocaleString('en')} characters`;

/** Converts the paragraphs of Content, in order, to elements. */
export class Collector {
  readonly elements: ScriptElement[] = [];
  readonly notes: ScriptNote[] = [];
  readonly kept = new ReceiptCounts();
  readonly uncertain = new ReceiptCounts();
  readonly lost = new ReceiptCounts();
  /** Start of each paragraph, in characters of the script as anchored notes count them. */
  readonly starts: number[] = [];
  /** Index of the element that each paragraph became, or that follows it. */
  readonly startElements: number[] = [];
  /** Ids of the revision sets that the script uses. */
  readonly revisionIds = new Set<string>();
  runAttributes: Attribute[] = [];
  paragraphs = 0;
  #meanings = new Map<string | undefined, TypeMeaning>();
  #blanks: Blank[] = [];
  #before = '';
  #isInSpeech = false;
  #dual: Dual | null = null;
  #offset = 0;

  /** Length of the script in characters, as positions count them. */
  get length(): number {
    return this.#offset;
  }

  /** Whether the dual dialogue that is being read has had a paragraph. */
  get isDualBegun(): boolean {
    return this.#dual !== null && this.#dual.paragraphs > 0;
  }

  beginDual(): void {
    this.starts.push(this.#offset);
    this.startElements.push(this.elements.length);
    this.#offset += dualLength + 1;
    this.#dual = { paragraphs: 0, cues: 0, first: null, blanksBefore: this.#blanks.length };
    this.#isInSpeech = false;
  }

  endDual(kept: PreservedDual): void {
    const dual = this.#dual;
    this.#dual = null;
    this.#isInSpeech = false;
    if (!dual) return;
    if (dual.cues > 2) {
      const rest = 'of more than two speeches';
      this.uncertain.add(`dual dialogue ${rest}`, `dual dialogues ${rest}`);
    }
    const element = dual.first === null ? undefined : this.elements[dual.first];
    const isPlain = [...kept.outside, ...kept.inside].every((xml) => xml === '');
    if (!element || (isPlain && kept.attributes.length === 0 && dual.cues >= 2)) return;
    const extras = extrasOf(element);
    ensurePreserved(element).dual = kept;
    if (layoutOf(kept.attributes)?.startsNewPage) extras.layout = { ...extras.layout, startsNewPage: true };
  }

  /** Add the XML of an element of Content that is not a paragraph. */
  addForeign(xml: string): void {
    this.#before += xml;
  }

  add(paragraph: SourceParagraph): void {
    const { attributes, children } = paragraph;
    const typeName = attributeOf(attributes, 'Type');
    const meaning = this.#meaningOf(typeName);
    const runs = isRuns(children) ? children : children.filter((child) => typeof child !== 'string');
    if (this.#dual) this.#dual.paragraphs++;
    if (this.paragraphs++ === 0) this.runAttributes = defaultRunAttributes(runs[0]);
    if (!this.#dual) this.#countText(runs);
    for (const note of paragraph.notes ?? []) this.notes.push(...noteOf(note, this.elements.length));

    let { elementType, originalType } = meaning;
    if (meaning.role === 'speech' && !this.#isInSpeech) {
      elementType = plainTextType;
      originalType = typeName ?? null;
    }
    const [first] = runs;
    const isPlain = children.length === 1 && first !== undefined && isPlainRun(elementType, first);
    const content = isPlain ? first[0] : contentOfRuns(elementType, runs);
    if (content === '') {
      this.#addBlank(paragraph);
      return;
    }
    if (meaning.role === 'cue') this.#isInSpeech = true;
    else if (meaning.role === 'other') this.#isInSpeech = false;
    this.#judge(elementType, originalType, meaning, runs);

    const typedContent = isPlain ? null : lettersOfRuns(elementType, content, runs);
    const element: ScriptElement = {
      elementType,
      content,
      ...(typedContent !== null && { typedContent }),
      dual: this.#dual ? this.#columnOf(meaning) : null,
      originalType,
      extras: null,
      sceneNumber: null,
    };
    const omitted = isHeadingType(elementType) ? readOmittedScene(children) : null;
    if (omitted) extrasOf(element).omitted = omitted;
    if (attributes.length > 1) this.#preserveAttributes(element, attributes);
    if (typeName !== typeNameOf(elementType, originalType)) ensurePreserved(element).type = typeName ?? null;
    if (!isPlain || this.runAttributes.length > 0) {
      const preservedChildren = childrenToPreserve(content, children, runs, this.runAttributes);
      if (
        preservedChildren &&
        (preservedChildren.length > maxPreservedRuns || content.length > maxMarkedLength)
      )
        this.lost.add(`set ${tooManyMarks}`, `sets ${tooManyMarks}`);
      else if (preservedChildren) ensurePreserved(element).children = preservedChildren;
    }
    const marked = isPlain ? [] : marksOfRuns(element, runs);
    if (marked.length > 0 && marked.length <= maxPreservedRuns)
      extrasOf(element).revised = { mark: 0, text: plainTextOf(element), runs: marked };
    if (this.#blanks.length > 0) this.#takeBlanks(element);
    if (this.#before !== '') {
      ensurePreserved(element).before = this.#before;
      this.#before = '';
    }
    this.elements.push(element);
  }

  #countText(runs: readonly XmlRun[]): void {
    this.starts.push(this.#offset++);
    this.startElements.push(this.elements.length);
    for (const run of runs) this.#offset += run[0].length;
  }

  /** Return the XML of the paragraphs and foreign elements after the last element. */
  rest(): string {
    const blanks = this.#blanks.map(({ xml, paragraph }) => xml ?? plainBlankXml(paragraph.type));
    return blanks.join('') + this.#before;
  }

  #meaningOf(name: string | undefined): TypeMeaning {
    let meaning = this.#meanings.get(name);
    if (!meaning) {
      meaning = meaningOf(name);
      this.#meanings.set(name, meaning);
    }
    return meaning;
  }

  #columnOf({ role }: TypeMeaning): DualColumn | null {
    const dual = this.#dual;
    if (!dual) return null;
    if (role === 'cue') dual.cues++;
    dual.first ??= this.elements.length;
    return dual.cues > 1 ? 'right' : 'left';
  }

  #preserveAttributes(element: ScriptElement, attributes: Attribute[]): void {
    const others: Attribute[] = [];
    for (const attribute of attributes) {
      const [name, value] = attribute;
      if (name === 'Type') continue;
      if (name === 'Number' && isHeadingType(element.elementType) && value !== '') {
        element.sceneNumber = value;
      } else others.push(attribute);
      if (name === 'Number' && value !== '' && /^shot$/i.test(element.originalType ?? ''))
        extrasOf(element).number = value;
    }
    if (others.length === 0) return;
    ensurePreserved(element).attributes = others;
    const layout = layoutOf(others);
    if (layout) extrasOf(element).layout = layout;
  }

  #addBlank({ attributes, children }: SourceParagraph): void {
    const type = attributeOf(attributes, 'Type') ?? 'General';
    const layout = layoutOf(attributes);
    const xml = paragraphXml(attributes, children);
    this.#blanks.push({
      paragraph: { type, ...(layout && { layout }) },
      xml: xml === plainBlankXml(type) ? null : xml,
    });
  }

  #takeBlanks(element: ScriptElement): void {
    const blanks = this.#blanks;
    this.#blanks = [];
    extrasOf(element).blanksBefore = blanks.map((blank) => blank.paragraph);
    if (blanks.some((blank) => blank.xml !== null))
      ensurePreserved(element).blanks = blanks.map((blank) => blank.xml);
    const dual = this.#dual;
    if (dual && dual.first === this.elements.length && blanks.length > dual.blanksBefore) {
      ensurePreserved(element).blanksInDual = blanks.length - dual.blanksBefore;
    }
  }

  /** Add to the receipt what is uncertain and what is only preserved. */
  #judge(elementType: ElementType, originalType: string | null, meaning: TypeMeaning, runs: XmlRun[]): void {
    if (elementType !== meaning.elementType) {
      const rest = 'of dialogue without a cue became action';
      this.uncertain.add(`line ${rest}`, `lines ${rest}`);
    } else if (isParentheticalType(elementType) && lacksParentheses(runs)) {
      this.uncertain.add('parenthetical got its brackets', 'parentheticals got their brackets');
    } else if (originalType !== null && !isKnownType(originalType)) {
      const shown = originalType.length > 40 ? `${originalType.slice(0, 40)}…` : originalType;
      const rest = `of type “${shown}” became action`;
      this.uncertain.add(`paragraph ${rest}`, `paragraphs ${rest}`);
    }
    let isSetApart = false;
    for (const run of runs) {
      for (const [name, value] of run[1]) {
        if (name === 'TagNumber') this.kept.add('tagged word', 'tagged words');
        else if (name === 'RevisionID' && value !== '0' && value !== '') {
          this.kept.add('revision mark', 'revision marks');
          this.revisionIds.add(value);
        } else if (hasCustomLook(name, value)) isSetApart = true;
      }
    }
    if (isSetApart)
      this.kept.add(
        'paragraph with a font, size or colour of its own',
        'paragraphs with a font, size or colour of their own',
      );
  }
}

/** Return whether an attribute changes the look of text that we show like any other. */
function hasCustomLook(name: string, value: string): boolean {
  if (name === 'Font') return !value.startsWith('Courier');
  if (name === 'Size') return value !== '12';
  if (name === 'Color') return !/^#0*$/.test(value);
  return name === 'Background' && !/^#F*$/i.test(value);
}

function isRuns(children: (XmlRun | string)[]): children is XmlRun[] {
  for (const child of children) if (typeof child === 'string') return false;
  return true;
}

/** Return the XML of a blank paragraph as most files write it. */
export function plainBlankXml(type: string): string {
  return paragraphXml([['Type', type]], [['', []]]);
}

function extrasOf(element: ScriptElement): ElementExtras {
  element.extras ??= {};
  return element.extras;
}

/** Return the element's preserved content, which the caller may extend. */
export function ensurePreserved(element: ScriptElement): PreservedParagraph {
  const extras = extrasOf(element);
  extras.fdx ??= {};
  return extras.fdx as PreservedParagraph;
}
