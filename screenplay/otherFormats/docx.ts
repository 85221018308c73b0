import { isCueType } from '../elementTypes/predicates.ts';
import type { StyledText } from '../emphasis.ts';
import { FdxParseError } from '../fdx/parseError.ts';
import { type Attribute, type XmlHandler, XmlParser } from '../fdx/xmlParser.ts';
import type { ParseResult } from '../screenplay.ts';
import { DocxCommentReader } from './docxComments.ts';
import { continuedStyle, sceneNumberStyle } from './docxStyles.ts';
import { localName, maxWordDepth, wordAttribute } from './docxXml.ts';
import { scriptOfParagraphs } from './paragraphElements.ts';
import { joinRuns, type ParagraphComment, type StyledParagraph, typeOfStyle } from './styledParagraph.ts';

/** Parts of a Word document as XML. */
export interface DocxParts {
  document: string;
  styles: string;
  comments?: string;
}

/** Properties of paragraphs and runs. Undefined: as in the style. */
interface WordFormat {
  leftInches?: number;
  alignment?: StyledParagraph['alignment'];
  startsNewPage?: boolean;
  isBold?: boolean;
  isItalic?: boolean;
  isUnderlined?: boolean;
  isStruck?: boolean;
  isAllCaps?: boolean;
  isHidden?: boolean;
}

interface WordStyle extends WordFormat {
  name: string;
  basedOn: string;
}

const twipsPerInch = 1440;

/**
 * Parse a Word document by the names of its styles, or by indents. Deleted text of tracked
 * changes, footnotes, headers and footers are left out. Comments become notes. Never throws on bad
 * input.
 */
export function parseDocx({ document, styles, comments = '' }: DocxParts): ParseResult {
  const styleReader = new StyleReader();
  const commentReader = new DocxCommentReader();
  const reader = new DocumentReader(styleReader, commentReader.comments);
  for (const [xml, handler] of [
    [styles, styleReader],
    [comments, commentReader],
    [document, reader],
  ] as const) {
    if (xml === '') continue;
    const parser = new XmlParser(handler);
    try {
      parser.write(xml.replace(/^\ufeff/, ''));
      parser.close();
    } catch (error) {
      if (!(error instanceof FdxParseError)) throw error;
      const message = `The Word document is damaged: ${error.message.replace(/\.$/, '')}.`;
      return { ok: false, kind: 'malformed-xml', message, line: null, column: null };
    }
  }
  if (reader.paragraphs.every(({ styled }) => styled.text === ''))
    return { ok: false, kind: 'empty', message: 'The Word document has no text.', line: null, column: null };
  return scriptOfParagraphs(reader.paragraphs, {
    sceneNumbersShown: reader.areNumbersShown,
    receipt:
      reader.deletions > 0 ? { uncertain: ['Text that was deleted with tracked changes was left out'] } : {},
  });
}

/** Read a property of a paragraph or a run into a format. */
function readProperty(name: string, attributes: readonly Attribute[], format: WordFormat): void {
  const value = wordAttribute(attributes, 'val');
  const isOn = value !== '0' && value !== 'false' && value !== 'none' && value !== 'off';
  switch (name) {
    case 'ind': {
      const left = Number(wordAttribute(attributes, 'left') ?? wordAttribute(attributes, 'start') ?? 0);
      const first = Number(wordAttribute(attributes, 'firstLine') ?? 0);
      format.leftInches = (left + first) / twipsPerInch;
      break;
    }
    case 'jc':
      format.alignment =
        value === 'center' ? 'center' : value === 'right' || value === 'end' ? 'right' : 'left';
      break;
    case 'pageBreakBefore':
      format.startsNewPage = isOn;
      break;
    case 'b':
      format.isBold = isOn;
      break;
    case 'i':
      format.isItalic = isOn;
      break;
    case 'u':
      format.isUnderlined = isOn;
      break;
    case 'strike':
    case 'dstrike':
      format.isStruck = isOn;
      break;
    case 'caps':
      format.isAllCaps = isOn;
      break;
    case 'vanish':
      format.isHidden = isOn;
  }
}

class StyleReader implements XmlHandler {
  readonly #styles = new Map<string, WordStyle>();
  readonly #path: string[] = [];
  #style: WordStyle | null = null;

  open(qualified: string, attributes: Attribute[]): void {
    const name = localName(qualified);
    if (this.#path.push(name) > maxWordDepth)
      throw new FdxParseError('too-deep', 'its styles are nested too deeply.');
    if (name === 'style') {
      this.#style = { name: '', basedOn: '' };
      this.#styles.set(wordAttribute(attributes, 'styleId') ?? '', this.#style);
    } else if (this.#style && name === 'name') this.#style.name = wordAttribute(attributes, 'val') ?? '';
    else if (this.#style && name === 'basedOn') this.#style.basedOn = wordAttribute(attributes, 'val') ?? '';
    else if (this.#style) readProperty(name, attributes, this.#style);
  }

  text(): void {}

  close(): void {
    if (this.#path.pop() === 'style') this.#style = null;
  }

  nameOf(id: string): string {
    return this.#styles.get(id)?.name || id;
  }

  /** Return the properties of a style with those of the styles that it is based on. */
  formatOf(id: string): WordFormat {
    const chain: WordStyle[] = [];
    for (
      let style = this.#styles.get(id);
      style && chain.length < 20;
      style = this.#styles.get(style.basedOn)
    )
      chain.unshift(style);
    return Object.assign({}, ...chain) as WordFormat;
  }
}

class DocumentReader implements XmlHandler {
  readonly paragraphs: StyledParagraph[] = [];
  deletions = 0;
  areNumbersShown = false;
  readonly #styles: StyleReader;
  readonly #path: string[] = [];
  /** Depth at which something begins that is not text of the script; 0: none. */
  #skipDepth = 0;
  #styleId = '';
  #own: WordFormat = {};
  #run: WordFormat = {};
  #runStyle = '';
  #sceneNumber: string | null = null;
  #parts: StyledText[] = [];
  #breaksPage = false;
  /** Comments that no paragraph has yet, by their ids. */
  readonly #unplacedComments: Map<string, ParagraphComment>;
  #comments: ParagraphComment[] = [];
  /** Index of the first paragraph of each cell of the row of a table. */
  #cellStarts: number[] = [];

  constructor(styles: StyleReader, comments: Map<string, ParagraphComment>) {
    this.#styles = styles;
    this.#unplacedComments = comments;
  }

  open(qualified: string, attributes: Attribute[]): void {
    const name = localName(qualified);
    const depth = this.#path.push(name);
    if (depth > maxWordDepth) throw new FdxParseError('too-deep', 'its elements are nested too deeply.');
    if (this.#skipDepth > 0) return;
    if (
      ['del', 'moveFrom', 'drawing', 'pict', 'instrText', 'Fallback', 'pPrChange', 'rPrChange'].includes(name)
    ) {
      this.#skipDepth = depth;
      if (name === 'del') this.deletions++;
      return;
    }
    const parent = this.#path.at(-2);
    if (name === 'p') this.#startParagraph();
    else if (name === 'pStyle') this.#styleId = wordAttribute(attributes, 'val') ?? '';
    else if (name === 'tr') this.#cellStarts = [];
    else if (name === 'tc') this.#cellStarts.push(this.paragraphs.length);
    else if (name === 'r') [this.#run, this.#runStyle] = [{}, ''];
    else if (name === 'rStyle') this.#runStyle = this.#styles.nameOf(wordAttribute(attributes, 'val') ?? '');
    else if (parent === 'pPr') readProperty(name, attributes, this.#own);
    else if (parent === 'rPr' && this.#path.at(-3) === 'r') readProperty(name, attributes, this.#run);
    else if (name === 'commentRangeStart' || name === 'commentReference')
      this.#addComment(wordAttribute(attributes, 'id') ?? '');
    else if (name === 'tab') this.#add('\t');
    else if (name === 'noBreakHyphen') this.#add('-');
    else if (name === 'br' || name === 'cr') this.#addBreak(wordAttribute(attributes, 'type'));
  }

  text(text: string): void {
    if (this.#skipDepth === 0 && this.#path.at(-1) === 't') this.#add(text);
  }

  close(): void {
    const depth = this.#path.length;
    const name = this.#path.pop();
    if (this.#skipDepth > 0) {
      if (depth === this.#skipDepth) this.#skipDepth = 0;
      return;
    }
    if (name === 'p') this.#finishParagraph();
    if (name === 'tr') this.#finishRow();
  }

  /** Make a row of two cells with cues a dual dialogue. */
  #finishRow(): void {
    const [left = 0, right = 0] = this.#cellStarts;
    const row = this.paragraphs.slice(left);
    if (this.#cellStarts.length === 2 && row.some(({ style }) => isCueType(typeOfStyle(style)?.type)))
      for (const [index, paragraph] of row.entries())
        paragraph.dual = left + index < right ? 'left' : 'right';
    this.#cellStarts = [];
  }

  #startParagraph(): void {
    this.#styleId = '';
    this.#own = {};
    this.#parts = [];
    this.#sceneNumber = null;
  }

  /** Add a comment to the paragraph in which it begins, or that follows. */
  #addComment(id: string): void {
    const comment = this.#unplacedComments.get(id);
    if (comment) this.#comments.push(comment);
    this.#unplacedComments.delete(id);
  }

  #addBreak(type: string | undefined): void {
    if (type === 'page') this.#breaksPage = true;
    else this.#add('\n');
  }

  #add(text: string): void {
    if (this.#runStyle === continuedStyle) return;
    if (this.#runStyle === sceneNumberStyle) {
      this.#sceneNumber ??= text.trim() || null;
      if (this.#sceneNumber && !this.#run.isHidden) this.areNumbersShown = true;
      return;
    }
    const style = this.#styles.formatOf(this.#styleId);
    // A style that is bold as a whole is no emphasis of the writer.
    const isBold = Boolean(this.#run.isBold && !style.isBold);
    const isItalic = Boolean(this.#run.isItalic && !style.isItalic);
    const isUnderlined = Boolean(this.#run.isUnderlined && !style.isUnderlined);
    const isStruck = Boolean(this.#run.isStruck);
    // A type that is printed in capitals keeps the letters of its text.
    const isCapitalStyle = style.isAllCaps && typeOfStyle(this.#styles.nameOf(this.#styleId)) === null;
    const printed = (this.#run.isAllCaps ?? isCapitalStyle) ? text.toUpperCase() : text;
    const look = { isBold, isItalic, isUnderlined, ...(isStruck && { isStruck: true as const }) };
    const isStyled = isBold || isItalic || isUnderlined || isStruck;
    this.#parts.push({ text: printed, spans: isStyled ? [{ from: 0, to: printed.length, ...look }] : [] });
  }

  #finishParagraph(): void {
    const format = { ...this.#styles.formatOf(this.#styleId), ...this.#own };
    const text = this.#parts.map((part) => part.text).join('');
    // Tabs and spaces at the start set a line in, as a typewriter does.
    const indent = /^[\t ]*/.exec(text)?.[0] ?? '';
    const tabs = indent.split('\t').length - 1;
    const spaces = indent.length - tabs;
    this.paragraphs.push({
      style: this.#styles.nameOf(this.#styleId),
      styled: withoutTabs(joinRuns(this.#parts)),
      leftInches: (format.leftInches ?? 0) + tabs * 0.5 + spaces * 0.1,
      alignment: format.alignment ?? 'left',
      startsNewPage: this.#breaksPage || (format.startsNewPage ?? false),
      sceneNumber: this.#sceneNumber,
      ...(this.#comments.length > 0 && { comments: this.#comments }),
    });
    this.#comments = [];
    this.#breaksPage = false;
    this.#parts = [];
  }
}

function withoutTabs({ text, spans }: StyledText): StyledText {
  return { text: text.replaceAll('\t', ' '), spans };
}
