import { elementTypes, type LayoutOverride, type ScriptElement } from '../element.ts';
import { isCueType, isHeadingType, isParentheticalType } from '../elementTypes/predicates.ts';
import { fdxTypeNames } from '../elementTypes/table.ts';
import { parseEmphasis, type StyledText } from '../emphasis.ts';
import { attributesXml, xmlText } from '../fdx/xml.ts';
import { defaultStyles, type ScriptFormat } from '../format.ts';
import { pageBoxOf, pointsPerInch } from '../layout/metrics.ts';
import { textWithAuthor } from '../screenplay.ts';
import { lookRuns, sliceStyled } from '../styled.ts';
import { styleNameOf } from './styledParagraph.ts';
import { type ContainerPart, type WrittenScript, wholeContent, withPairsOnly } from './writtenScript.ts';

type Attributes = [name: string, value: string][];

/** Tenths of a millimetre, the unit of lengths. */
const unitsPerInch = 254;

/** Styles that every file has, in the order of the format. */
const builtInStyles = ['Normal Text', ...elementTypes.map((type) => fdxTypeNames[type]), 'Shot'];

/**
 * Write a screenplay in the Open Screenplay Format, which Fade In reads. A type that it does not
 * have is a separate style. parseOsf returns the same elements.
 */
export function writeOsf(script: WrittenScript): string {
  const { elements: all, notes } = wholeContent(script);
  const elements = withPairsOnly(all);
  const { format } = script;
  const notesAt = new Map<number, string[]>();
  for (const note of notes) {
    const at = note.elementIndex ?? 0;
    const texts = notesAt.get(at);
    if (texts) texts.push(textWithAuthor(note));
    else notesAt.set(at, [textWithAuthor(note)]);
  }
  const paragraphs = elements.map((element, index) =>
    paragraphXml(element, isPairStart(elements, index), notesAt.get(index) ?? []),
  );
  const own = new Set(elements.map(styleNameOf).filter((name) => !builtInStyles.includes(name)));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<document type="Open Screenplay Format document" version="30">',
    '<info/>',
    settingsXml(format),
    '<styles>',
    ...builtInStyles.map((name, index) => styleXml(name, format, index)),
    ...[...own].map((name) => styleXml(name, format, null)),
    '</styles>',
    '<paragraphs>',
    ...paragraphs,
    '</paragraphs>',
    ...titlePageXml(script),
    '</document>',
    '',
  ].join('\n');
}

/** Write a screenplay as the part of a file of Fade In. */
export function writeFadeIn(script: WrittenScript): ContainerPart[] {
  return [{ name: 'document.xml', text: writeOsf(script) }];
}

function settingsXml(format: ScriptFormat): string {
  const { widthPoints, heightPoints, topPoints } = pageBoxOf(format);
  const length = (points: number) => String(Math.round((points / pointsPerInch) * unitsPerInch));
  const settings: Attributes = [
    ['page_width', length(widthPoints)],
    ['page_height', length(heightPoints)],
    ['margin_top', length(topPoints)],
    ['margin_bottom', length(format.bottomMarginPoints)],
    ['margin_left', length(textLeftPoints)],
    ['margin_right', length(widthPoints - textRightPoints)],
    ['normal_linesperinch', '6.0'],
    ['scene_numbering', String(format.sceneNumbersShown)],
    ['dialogue_continues', String(format.continuesAutomatically)],
    ['cont_text', format.continuedText],
    ['more_text', format.moreText],
    ['page_header', '#.'],
    ['header_alignment', '3'],
  ];
  return `<settings${attributesXml(settings)}/>`;
}

const textLeftPoints = 108;
const textRightPoints = 540;

function styleXml(name: string, { styles }: ScriptFormat, builtInIndex: number | null): string {
  const style = styles[name] ?? styles[name.replace(/ \([^()]+\)$/, '')] ?? defaultStyles.Action;
  const attributes: Attributes = [
    ['name', name],
    ['label', name],
  ];
  if (builtInIndex !== null) attributes.push(['builtin', '1'], ['builtin_index', String(builtInIndex)]);
  if (builtInIndex !== 0) attributes.push(['basestylename', 'Normal Text']);
  attributes.push(['font', 'Courier Prime'], ['size', String(style?.sizePoints ?? 12)]);
  if (builtInIndex === 0 || !style) return `<style${attributesXml(attributes)}/>`;
  attributes.push(['spacebefore', style.spaceBeforeLines.toFixed(1)], ...indents(style));
  if (style.alignment !== 'Left') attributes.push(['align', alignmentOf(style.alignment)]);
  if (style.isAllCaps) attributes.push(['allcaps', '1']);
  if (style.isBold) attributes.push(['bold', '1']);
  if (style.isItalic) attributes.push(['italic', '1']);
  if (style.isUnderlined) attributes.push(['underline', '1']);
  return `<style${attributesXml(attributes)}/>`;
}

function indents({ leftInches, rightInches, firstIndentInches = 0 }: LayoutOverride): Attributes {
  const attributes: Attributes = [];
  const add = (name: string, inches: number) => {
    const units = Math.round(inches * unitsPerInch);
    if (units !== 0) attributes.push([name, String(units)]);
  };
  if (leftInches !== undefined) add('leftindent', leftInches - textLeftPoints / pointsPerInch);
  if (rightInches !== undefined) add('rightindent', textRightPoints / pointsPerInch - rightInches);
  add('firstindent', firstIndentInches);
  return attributes;
}

function alignmentOf(alignment: NonNullable<LayoutOverride['alignment']>): string {
  return alignment === 'Full' ? 'justify' : alignment.toLowerCase();
}

/** Return whether an element is the first cue of a dual dialogue, the one that the format marks. */
function isPairStart(elements: readonly ScriptElement[], index: number): boolean {
  const element = elements[index];
  return isCueType(element?.elementType) && element.dual === 'left' && elements[index - 1]?.dual !== 'left';
}

function paragraphXml(element: ScriptElement, isPair: boolean, notes: readonly string[]): string {
  const { alignment, startsNewPage, ...layout } = element.extras?.layout ?? {};
  const style: Attributes = [['basestylename', styleNameOf(element)], ...indents(layout)];
  if (alignment) style.push(['align', alignmentOf(alignment)]);
  if (startsNewPage) style.push(['pagebreakbefore', '1']);
  if (isPair) style.push(['dualdialogue', '1']);
  const own: Attributes = [];
  if (isHeadingType(element.elementType) && element.sceneNumber)
    own.push(['scene_number', element.sceneNumber]);
  if (notes.length > 0) own.push(['note', notes.join('\n')]);
  const text = parseEmphasis(element.content);
  const runs = isParentheticalType(element.elementType) ? withoutParentheses(text) : text;
  return `<para${attributesXml(own)}><style${attributesXml(style)}/>${runsXml(runs)}</para>`;
}

/** Return the text of a parenthetical. Fade In prints the parentheses. */
function withoutParentheses(styled: StyledText): StyledText {
  const { text, spans } = styled;
  const inner = text.slice(1, -1);
  const isStyled = spans.some(({ from, to }) => from === 0 || to === text.length);
  const isOnePair = /^\([^()]+\)$/.test(text) && inner.trim() === inner && !isStyled;
  return isOnePair ? sliceStyled(styled, 1, text.length - 1) : styled;
}

function runsXml(styled: StyledText): string {
  return lookRuns(styled)
    .map(({ text, look: { isBold, isItalic, isUnderlined, isStruck } }) => {
      const attributes: Attributes = [];
      if (isBold) attributes.push(['bold', '1']);
      if (isItalic) attributes.push(['italic', '1']);
      if (isUnderlined) attributes.push(['underline', '1']);
      if (isStruck) attributes.push(['strikethrough', '1']);
      return `<text${attributesXml(attributes)}>${xmlText(text)}</text>`;
    })
    .join('');
}

/** Fields of the title page with their names in the format. */
const bookmarks = [
  ['title', 'Title'],
  // Fade In shows the credit, which it has no name for, as text.
  ['credit', 'Credit'],
  ['author', 'Author'],
  ['source', 'Subtitle'],
  ['draftDate', 'Draft'],
  ['contact', 'Contact'],
  ['copyright', 'Copyright'],
  ['notes', 'Notes'],
] as const;

function titlePageXml({ titlePage }: WrittenScript): string[] {
  const fields = bookmarks
    .filter(([field]) => titlePage[field].trim() !== '')
    .map(([field, bookmark]) => titleXml(bookmark, titlePage[field]));
  const others = titlePage.more.map(({ key, value }) => titleXml('Other', `${key}: ${value}`));
  const paragraphs = [...fields, ...others];
  return paragraphs.length > 0 ? ['<titlepage>', ...paragraphs, '</titlepage>'] : [];
}

function titleXml(bookmark: string, content: string): string {
  const style = '<style basestylename="Normal Text" align="center"/>';
  return `<para bookmark="${bookmark}">${style}${runsXml(parseEmphasis(content))}</para>`;
}
