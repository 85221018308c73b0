import { type Alignment, elementTypes, type LayoutOverride } from '../element.ts';
import { isCueType, isHeadingType, isParentheticalType } from '../elementTypes/predicates.ts';
import { elementTypeTable, fdxTypeNames } from '../elementTypes/table.ts';
import { xmlAttribute } from '../fdx/xml.ts';
import type { ParagraphStyle, ScriptFormat } from '../format.ts';

/** Namespaces of the parts of a Word document. */
export const wordNamespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** Styles of runs that are not text of the script. */
export const sceneNumberStyle = 'Scene Number';
export const continuedStyle = 'Automatic Text';

/** Margins of the text on the paper, in inches. Indents count from them. */
export const textLeftInches = 1.5;
export const textRightInches = 7.5;

const twipsPerInch = 1440;
const twipsPerLine = 240;

export function twips(inches: number): number {
  return Math.round(inches * twipsPerInch);
}

const justification: Record<Alignment, string> = {
  Left: 'left',
  Center: 'center',
  Right: 'right',
  Full: 'both',
};

/** Return the properties of a paragraph: those that differ from its style, in Word's order. */
export function paragraphProperties(layout: LayoutOverride): string {
  const { startsNewPage, spaceBeforeLines, spacing, leftInches, rightInches, firstIndentInches, alignment } =
    layout;
  const pageBreak = startsNewPage ? '<w:pageBreakBefore/>' : '';
  const before =
    spaceBeforeLines === undefined ? '' : ` w:before="${Math.round(spaceBeforeLines * twipsPerLine)}"`;
  const line =
    spacing === undefined ? '' : ` w:line="${Math.round(spacing * twipsPerLine)}" w:lineRule="exact"`;
  const left = leftInches === undefined ? '' : ` w:left="${twips(leftInches - textLeftInches)}"`;
  const right = rightInches === undefined ? '' : ` w:right="${twips(textRightInches - rightInches)}"`;
  const first = firstIndentInches ?? 0;
  const indent = first === 0 ? '' : ` w:${first < 0 ? 'hanging' : 'firstLine'}="${twips(Math.abs(first))}"`;
  return [
    pageBreak,
    before || line ? `<w:spacing${before}${line}/>` : '',
    left || right || indent ? `<w:ind${left}${right}${indent}/>` : '',
    alignment ? `<w:jc w:val="${justification[alignment]}"/>` : '',
  ].join('');
}

/** Names of the styles of a document, with their ids. */
export class DocxStyles {
  readonly #ids = new Map<string, string>();
  readonly #format: ScriptFormat;

  constructor(format: ScriptFormat) {
    this.#format = format;
    for (const type of elementTypes) this.idOf(fdxTypeNames[type]);
  }

  /** Return the id of a style by its name, and add the style to the document. */
  idOf(name: string): string {
    const known = this.#ids.get(name);
    if (known) return known;
    const id = `S${this.#ids.size + 1}`;
    this.#ids.set(name, id);
    return id;
  }

  /** Return the part of the document with the styles. */
  xml(language: string): string {
    const styles = [...this.#ids].map(([name, id]) => this.#style(name, id));
    const fonts = '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>';
    return (
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:styles ${wordNamespaces}><w:docDefaults>` +
      `<w:rPrDefault><w:rPr>${fonts}<w:sz w:val="24"/><w:szCs w:val="24"/><w:lang w:val="${xmlAttribute(language)}"/></w:rPr></w:rPrDefault>` +
      `<w:pPrDefault><w:pPr><w:spacing w:before="0" w:after="0" w:line="240" w:lineRule="exact"/></w:pPr></w:pPrDefault></w:docDefaults>` +
      `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>` +
      `${styles.join('')}</w:styles>`
    );
  }

  #style(name: string, id: string): string {
    const isOfRuns = name === sceneNumberStyle || name === continuedStyle;
    const head = `<w:style w:type="${isOfRuns ? 'character' : 'paragraph'}" w:customStyle="1" w:styleId="${id}"><w:name w:val="${xmlAttribute(name)}"/>`;
    if (isOfRuns) return `${head}<w:qFormat/></w:style>`;
    const title = titleAlignment(name);
    if (title) return `${head}${basedOn}<w:qFormat/><w:pPr><w:jc w:val="${title}"/></w:pPr></w:style>`;
    const type = elementTypes.find((each) => fdxTypeNames[each] === name);
    const next = type
      ? `<w:next w:val="${this.idOf(fdxTypeNames[elementTypeTable[type].finalDraftEnter])}"/>`
      : '';
    // The name of a style may state the type behind the original one.
    const style = this.#format.styles[name] ?? this.#format.styles[name.replace(/ \([^()]+\)$/, '')];
    // These stay on the page of the paragraph below.
    const staysWithNext = isHeadingType(type) || isCueType(type) || isParentheticalType(type);
    return `${head}${basedOn}${next}<w:qFormat/>${style ? propertiesOf(style, staysWithNext) : ''}</w:style>`;
  }
}

const basedOn = '<w:basedOn w:val="Normal"/>';

function titleAlignment(name: string): string | null {
  if (!name.startsWith('Title Page ')) return null;
  return /(?:Title|Credit|Author|Source)$/.test(name) ? 'center' : 'left';
}

function propertiesOf(style: ParagraphStyle, staysWithNext: boolean): string {
  const { isBold, isItalic, isUnderlined, isAllCaps, sizePoints, ...layout } = style;
  const run = [
    isBold ? '<w:b/>' : '',
    isItalic ? '<w:i/>' : '',
    isAllCaps ? '<w:caps/>' : '',
    sizePoints ? `<w:sz w:val="${Math.round(sizePoints * 2)}"/>` : '',
    isUnderlined ? '<w:u w:val="single"/>' : '',
  ].join('');
  const joining = staysWithNext ? '<w:keepNext/>' : '';
  return `<w:pPr>${joining}${paragraphProperties(layout)}</w:pPr>${run ? `<w:rPr>${run}</w:rPr>` : ''}`;
}
