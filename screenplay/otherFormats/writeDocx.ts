import type { LayoutOverride, ScriptElement } from '../element.ts';
import { isCueType, isHeadingType, isParentheticalType } from '../elementTypes/predicates.ts';
import type { StyledText } from '../emphasis.ts';
import { xmlAttribute, xmlText } from '../fdx/xml.ts';
import type { ScriptFormat } from '../format.ts';
import { isContinuedAt } from '../layout/continued.ts';
import { pageBoxOf } from '../layout/metrics.ts';
import { commentOf } from '../screenplay.ts';
import { lookRuns } from '../styled.ts';
import {
  continuedStyle,
  DocxStyles,
  paragraphProperties,
  sceneNumberStyle,
  textLeftInches,
  textRightInches,
  twips,
  wordNamespaces,
} from './docxStyles.ts';
import { styleNameOf } from './styledParagraph.ts';
import { titlePageParagraphs } from './titleStyles.ts';
import {
  type ContainerPart,
  dualColumnsAt,
  type FileContent,
  printedContent,
  shownStyled,
  type WrittenScript,
} from './writtenScript.ts';

/**
 * Write a screenplay as the parts of a Word document. Each element is a paragraph with the style of
 * its type, and notes are comments. parseDocx returns the same elements.
 */
export function writeDocx(script: WrittenScript): ContainerPart[] {
  const content = printedContent(script);
  const styles = new DocxStyles(script.format);
  const document = new DocxWriter(content, script.format, styles).document(script);
  const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  const part = (name: string, xml: string) => ({ name, text: declaration + xml });
  return [
    part('[Content_Types].xml', contentTypes),
    part('_rels/.rels', relations(packageRelations)),
    part('docProps/core.xml', coreProperties(script)),
    part('word/document.xml', document),
    part('word/_rels/document.xml.rels', relations(documentRelations)),
    part('word/header1.xml', header),
    part('word/comments.xml', commentsXml(content)),
    { name: 'word/styles.xml', text: styles.xml(script.language) },
  ];
}

class DocxWriter {
  readonly #elements: readonly ScriptElement[];
  readonly #format: ScriptFormat;
  readonly #styles: DocxStyles;
  /** Indexes of the comments, by element. */
  readonly #comments = new Map<number, number[]>();

  constructor({ elements, notes }: FileContent, format: ScriptFormat, styles: DocxStyles) {
    this.#elements = elements;
    this.#format = format;
    this.#styles = styles;
    for (const [id, { elementIndex }] of notes.entries()) {
      const at = elementIndex ?? 0;
      const ids = this.#comments.get(at);
      if (ids) ids.push(id);
      else this.#comments.set(at, [id]);
    }
  }

  document({ titlePage }: WrittenScript): string {
    const title = titlePageParagraphs(titlePage).map(
      ({ style, styled }) => `<w:p><w:pPr>${this.#styleXml(style)}</w:pPr>${runsXml(styled)}</w:p>`,
    );
    const body: string[] = [];
    for (let at = 0; at < this.#elements.length; ) {
      if (this.#elements[at]?.dual) {
        const { middle, end } = dualColumnsAt(this.#elements, at);
        body.push(this.#dualTable(at, middle, end));
        at = end;
      } else body.push(this.#paragraph(at++));
    }
    const titleEnd = title.length > 0 ? `<w:p><w:pPr>${this.#section('')}</w:pPr></w:p>` : '';
    const header = '<w:headerReference w:type="default" r:id="rId3"/>';
    const paragraphs = `${title.join('')}${titleEnd}${body.join('')}`;
    return `<w:document ${wordNamespaces}><w:body>${paragraphs}${this.#section(header)}</w:body></w:document>`;
  }

  /** Return the properties of a section. The first page of the script has no page number. */
  #section(header: string): string {
    const { widthPoints, heightPoints, topPoints } = pageBoxOf(this.#format);
    const size = `w:w="${Math.round(widthPoints * 20)}" w:h="${Math.round(heightPoints * 20)}"`;
    const { bottomMarginPoints, headerMarginPoints } = this.#format;
    const right = Math.max(0, Math.round(widthPoints * 20) - twips(textRightInches));
    const vertical = `w:top="${topPoints * 20}" w:bottom="${bottomMarginPoints * 20}" w:header="${headerMarginPoints * 20}" w:footer="720"`;
    return (
      `<w:sectPr>${header}<w:pgSz ${size}/>` +
      `<w:pgMar ${vertical} w:left="${twips(textLeftInches)}" w:right="${right}" w:gutter="0"/>` +
      `<w:pgNumType w:start="1"/>${header ? '<w:titlePg/>' : ''}</w:sectPr>`
    );
  }

  /** Return two speeches side by side, as a table of two cells. */
  #dualTable(start: number, middle: number, end: number): string {
    const width = twips((textRightInches - textLeftInches) / 2);
    const cell = (from: number, to: number) => {
      const paragraphs: string[] = [];
      for (let at = from; at < to; at++)
        paragraphs.push(this.#paragraph(at, columnLayout(this.#elements[at])));
      const content = paragraphs.length > 0 ? paragraphs.join('') : '<w:p/>';
      return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${content}</w:tc>`;
    };
    return (
      `<w:tbl><w:tblPr><w:tblW w:w="${width * 2}" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr>` +
      `<w:tblGrid><w:gridCol w:w="${width}"/><w:gridCol w:w="${width}"/></w:tblGrid>` +
      // Word joins tables that follow each other without a paragraph.
      `<w:tr>${cell(start, middle)}${cell(middle, end)}</w:tr></w:tbl><w:p/>`
    );
  }

  #paragraph(index: number, layout: LayoutOverride = this.#elements[index]?.extras?.layout ?? {}): string {
    const element = this.#elements[index] as ScriptElement;
    const blanks = (element.extras?.blanksBefore ?? []).map(
      ({ type }) => `<w:p><w:pPr>${this.#styleXml(type)}</w:pPr></w:p>`,
    );
    const number = isHeadingType(element.elementType) ? element.sceneNumber : null;
    const printedNumber = number && this.#format.sceneNumbersShown ? number : null;
    const properties = printedNumber ? headingProperties(layout) : paragraphProperties(layout);
    const comments = this.#comments.get(index) ?? [];
    const continued = isCueType(element.elementType) && isContinuedAt(this.#elements, this.#format, index);
    return [
      ...blanks,
      `<w:p><w:pPr>${this.#styleXml(styleNameOf(element))}${properties}</w:pPr>`,
      ...comments.map((id) => `<w:commentRangeStart w:id="${id}"/>`),
      number ? this.#styledRun(sceneNumberStyle, number, printedNumber ? '<w:tab/>' : null) : '',
      runsXml(shownStyled(element)),
      continued ? this.#styledRun(continuedStyle, ` ${this.#format.continuedText}`) : '',
      printedNumber ? this.#styledRun(sceneNumberStyle, printedNumber, '', '<w:tab/>') : '',
      ...comments.map(
        (id) => `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`,
      ),
      '</w:p>',
    ].join('');
  }

  /** @param after XML behind the text; null: the run is hidden */
  #styledRun(style: string, text: string, after: string | null = '', before = ''): string {
    const vanish = after === null ? '<w:vanish/>' : '';
    const look = `<w:rPr><w:rStyle w:val="${this.#styles.idOf(style)}"/>${vanish}</w:rPr>`;
    return `<w:r>${look}${before}<w:t xml:space="preserve">${xmlText(text)}</w:t>${after ?? ''}</w:r>`;
  }

  #styleXml(name: string): string {
    return `<w:pStyle w:val="${this.#styles.idOf(name)}"/>`;
  }
}

/** Return the indents of a paragraph in a column of a dual dialogue. */
function columnLayout(element: ScriptElement | undefined): LayoutOverride {
  const leftInches = isCueType(element?.elementType)
    ? 1
    : isParentheticalType(element?.elementType)
      ? 0.5
      : 0;
  return { leftInches: textLeftInches + leftInches, rightInches: textRightInches };
}

/** Return the properties of a heading with a number in the margins on both sides. */
function headingProperties(layout: LayoutOverride): string {
  const { firstIndentInches: _, leftInches: _left, rightInches: _right, ...rest } = layout;
  const tabs = `<w:tabs><w:tab w:val="left" w:pos="0"/><w:tab w:val="right" w:pos="${twips(5.875)}"/></w:tabs>`;
  const numbered = paragraphProperties({ ...rest, leftInches: textLeftInches, firstIndentInches: -0.75 });
  return numbered.replace(/^(<w:pageBreakBefore\/>)?/, `$1${tabs}`);
}

function runsXml(styled: StyledText): string {
  return lookRuns(styled)
    .map(({ text, look: { isBold, isItalic, isUnderlined, isStruck } }) => {
      const properties = [
        isBold ? '<w:b/>' : '',
        isItalic ? '<w:i/>' : '',
        isStruck ? '<w:strike/>' : '',
        isUnderlined ? '<w:u w:val="single"/>' : '',
      ].join('');
      const lines = text.split('\n').map((line) => `<w:t xml:space="preserve">${xmlText(line)}</w:t>`);
      return `<w:r>${properties ? `<w:rPr>${properties}</w:rPr>` : ''}${lines.join('<w:br/>')}</w:r>`;
    })
    .join('');
}

function commentsXml({ notes }: FileContent): string {
  const comments = notes.map(
    (note, id) =>
      `<w:comment w:id="${id}" w:author="${xmlAttribute(note.author ?? '')}"><w:p>${runsXml({ text: commentOf({ text: note.text, author: null }), spans: [] })}</w:p></w:comment>`,
  );
  return `<w:comments ${wordNamespaces}>${comments.join('')}</w:comments>`;
}

const header = `<w:hdr ${wordNamespaces}><w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>.</w:t></w:r></w:p></w:hdr>`;

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const contentTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${wordType}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${wordType}.styles+xml"/><Override PartName="/word/header1.xml" ContentType="${wordType}.header+xml"/><Override PartName="/word/comments.xml" ContentType="${wordType}.comments+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;

const officeRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = [
  [`${officeRelation}/officeDocument`, 'word/document.xml'],
  [
    'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
    'docProps/core.xml',
  ],
] as const;
const documentRelations = [
  [`${officeRelation}/styles`, 'styles.xml'],
  [`${officeRelation}/comments`, 'comments.xml'],
  [`${officeRelation}/header`, 'header1.xml'],
] as const;

function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const entries = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`;
}

function coreProperties({ title, titlePage, language }: WrittenScript): string {
  const author = titlePage.author.replaceAll('\n', ' ');
  return `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${xmlText(title)}</dc:title><dc:creator>${xmlText(author)}</dc:creator><dc:language>${xmlText(language)}</dc:language></cp:coreProperties>`;
}
