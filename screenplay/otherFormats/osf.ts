import {
  type DualColumn,
  emptyTitlePage,
  plainTextType,
  type ScriptElement,
  type TitlePage,
} from '../element.ts';
import {
  isActionType,
  isCueType,
  isHeadingType,
  isParentheticalType,
  isSpeechType,
  isTransitionType,
} from '../elementTypes/predicates.ts';
import { countByType, isUpperCased } from '../elementTypes/table.ts';
import { type StyledText, writeEmphasis } from '../emphasis.ts';
import { FdxParseError } from '../fdx/parseError.ts';
import { type Attribute, type XmlHandler, XmlParser } from '../fdx/xmlParser.ts';
import { defaultFormat } from '../format.ts';
import { isOutline } from '../hidden.ts';
import { withParentheses } from '../parenthetical.ts';
import type { ParseResult, ScriptNote } from '../screenplay.ts';
import { upperStyled } from '../styled.ts';
import { paragraphLimitFailure } from './paragraphLimit.ts';
import { joinRuns, typeOfStyle } from './styledParagraph.ts';

/** Paragraph of the Open Screenplay Format. */
interface OsfParagraph {
  style: string;
  runs: StyledText[];
  attributes: Map<string, string>;
  styleAttributes: Map<string, string>;
}

/** Maximum depth of the elements; real files have 5 levels. */
const maxDepth = 100;

/**
 * Parse a script of the Open Screenplay Format, which Fade In uses. Versions differ in the names of
 * attributes. Never throws on bad input.
 */
export function parseOsf(xml: string): ParseResult {
  const handler = new OsfHandler();
  const parser = new XmlParser(handler);
  try {
    parser.write(xml);
    parser.close();
  } catch (error) {
    if (!(error instanceof FdxParseError)) throw error;
    const { line, column } = parser.place;
    const message = `The XML is damaged: ${error.message.replace(/\.$/, '')}.`;
    return { ok: false, kind: 'malformed-xml', message, line, column };
  }
  return scriptOf(handler);
}

class OsfHandler implements XmlHandler {
  readonly paragraphs: OsfParagraph[] = [];
  readonly titleParagraphs: OsfParagraph[] = [];
  readonly info = new Map<string, string>();
  readonly #path: string[] = [];
  #paragraph: OsfParagraph | null = null;
  #run: StyledText | null = null;
  #look: Omit<StyledText['spans'][number], 'from' | 'to'> | null = null;

  open(name: string, attributes: Attribute[]): void {
    if (this.#path.push(name) > maxDepth)
      throw new FdxParseError('too-deep', 'The elements of the file are nested too deeply.');
    if (name === 'info') for (const [key, value] of attributes) this.info.set(key, value);
    if (name === 'para') {
      const styleAttributes = new Map<string, string>();
      this.#paragraph = { style: '', runs: [], attributes: new Map(attributes), styleAttributes };
      const isTitle = this.#path.includes('titlepage');
      if (isTitle) this.titleParagraphs.push(this.#paragraph);
      else if (this.#path.includes('paragraphs')) this.paragraphs.push(this.#paragraph);
    }
    if (name === 'style' && this.#paragraph) this.#readStyle(new Map(attributes));
    if (name === 'text' && this.#paragraph) this.#startRun(new Map(attributes));
  }

  #readStyle(attributes: Map<string, string>): void {
    if (!this.#paragraph) return;
    const style = ['basestylename', 'basestyle', 'name'].map((key) => attributes.get(key)).find(Boolean);
    this.#paragraph.style = style ?? '';
    this.#paragraph.styleAttributes = attributes;
  }

  #startRun(attributes: Map<string, string>): void {
    this.#run = { text: '', spans: [] };
    const isBold = isOn(attributes.get('bold'));
    const isItalic = isOn(attributes.get('italic'));
    const isUnderlined = isOn(attributes.get('underline'));
    const isStruck = isOn(attributes.get('strikethrough')) || isOn(attributes.get('strike'));
    const look = { isBold, isItalic, isUnderlined, ...(isStruck && { isStruck: true as const }) };
    this.#look = isBold || isItalic || isUnderlined || isStruck ? look : null;
  }

  text(text: string): void {
    if (this.#run) this.#run.text += text.replace(/\r\n?/g, '\n');
  }

  close(): void {
    const name = this.#path.pop();
    if (name === 'text' && this.#run) {
      const { text } = this.#run;
      this.#paragraph?.runs.push({
        text,
        spans: this.#look && text !== '' ? [{ from: 0, to: text.length, ...this.#look }] : [],
      });
      this.#run = null;
    }
    if (name === 'para') this.#paragraph = null;
  }
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

function scriptOf({ paragraphs, titleParagraphs, info }: OsfHandler): ParseResult {
  const failure = paragraphLimitFailure(paragraphs.length);
  if (failure) return failure;
  const elements: ScriptElement[] = [];
  const notes: ScriptNote[] = [];
  const unknown = new Map<string, number>();
  for (const paragraph of paragraphs) {
    const styled = joinRuns(paragraph.runs);
    if (styled.text === '') continue;
    const known = typeOfStyle(paragraph.style);
    const isPlain = known === null && /^normal/i.test(paragraph.style);
    if (!known && !isPlain) unknown.set(paragraph.style, (unknown.get(paragraph.style) ?? 0) + 1);
    const note = paragraph.attributes.get('note')?.trim();
    if (note) notes.push({ elementIndex: elements.length, text: note, author: null });
    elements.push(elementOf(paragraph, styled, elements));
  }
  if (elements.length === 0 && titleParagraphs.length === 0)
    return { ok: false, kind: 'no-content', message: 'It has no paragraphs.', line: null, column: null };
  const countsByType = countByType(elements);
  return {
    ok: true,
    screenplay: {
      titlePage: titlePageOf(titleParagraphs, info),
      elements,
      format: {
        ...defaultFormat,
        sceneNumbersShown: elements.some(({ sceneNumber }) => Boolean(sceneNumber)),
      },
      source: null,
    },
    notes,
    receipt: {
      countsByType,
      kept:
        notes.length > 0
          ? [`${notes.length} ${notes.length === 1 ? 'note (also a comment)' : 'notes (also comments)'}`]
          : [],
      uncertain: [...unknown].map(([style, count]) => `${count} of style “${style}” became action`),
      shortened: [],
    },
  };
}

function elementOf(
  { style, attributes, styleAttributes }: OsfParagraph,
  styled: StyledText,
  before: readonly ScriptElement[],
): ScriptElement {
  const { type, originalType } = typeOfStyle(style) ?? { type: plainTextType, originalType: null };
  const last = before.findLast((each) => !isOutline(each));
  const hasCue = last !== undefined && (isSpeechType(last.elementType) || isCueType(last.elementType));
  const elementType = isSpeechType(type) && !hasCue ? plainTextType : type;
  const content = writeEmphasis(
    isUpperCased(elementType) || isTransitionType(elementType) ? upperStyled(styled) : styled,
  );
  const number = attributes.get('scene_number') ?? attributes.get('number') ?? styleAttributes.get('number');
  const align = styleAttributes.get('align');
  const isMarked = isOn(styleAttributes.get('dualdialogue')) || isOn(attributes.get('dualdialogue'));
  const layout = {
    ...(align === 'center' && isActionType(elementType) && { alignment: 'Center' as const }),
    ...(isOn(styleAttributes.get('pagebreakbefore')) && { startsNewPage: true }),
  };
  return {
    elementType,
    content: isParentheticalType(elementType) ? withParentheses(content) : content,
    dual: columnOf(elementType, isMarked, before),
    originalType,
    extras: Object.keys(layout).length > 0 ? { layout } : null,
    ...(isHeadingType(elementType) && number && { sceneNumber: number }),
  };
}

/**
 * Return the column of an element in a dual dialogue. A marked cue opens a pair, and the next cue
 * its right column, whether that is marked or not.
 */
function columnOf(
  type: ScriptElement['elementType'],
  isMarked: boolean,
  before: readonly ScriptElement[],
): DualColumn | null {
  const last = before.at(-1)?.dual ?? null;
  if (isSpeechType(type)) return last;
  if (!isCueType(type)) return null;
  if (last === 'left') return 'right';
  return isMarked ? 'left' : null;
}

function titlePageOf(paragraphs: readonly OsfParagraph[], info: ReadonlyMap<string, string>): TitlePage {
  const page: TitlePage = { ...emptyTitlePage, more: [] };
  const add = (field: Exclude<keyof TitlePage, 'more'>, text: string) => {
    page[field] = [page[field], text].filter((each) => each !== '').join('\n');
  };
  const fields: Record<string, Exclude<keyof TitlePage, 'more'>> = {
    title: 'title',
    credit: 'credit',
    subtitle: 'source',
    author: 'author',
    draft: 'draftDate',
    contact: 'contact',
    copyright: 'copyright',
    notes: 'notes',
  };
  for (const { attributes, runs } of paragraphs) {
    const text = writeEmphasis(joinRuns(runs));
    const bookmark = (attributes.get('bookmark') ?? '').toLowerCase();
    const [, key = '', value = ''] = /^([^:\n]+):\s*([\s\S]*)$/.exec(text) ?? [];
    if (bookmark === 'other' && key !== '') page.more.push({ key, value });
    else if (text !== '') add(fields[bookmark] ?? 'notes', text);
  }
  if (page.title === '') page.title = info.get('title') ?? '';
  if (page.author === '') page.author = info.get('written_by') ?? info.get('author') ?? '';
  if (page.copyright === '') page.copyright = info.get('copyright') ?? '';
  return page;
}
