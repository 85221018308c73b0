import type { Alignment } from '../element.ts';
import {
  defaultFormat,
  defaultNumberPlaces,
  defaultSceneContinueds,
  type Paper,
  type ParagraphStyle,
  type SceneContinueds,
  type SceneNumberPlaces,
  type ScriptFormat,
} from '../format.ts';
import { linePoints } from '../layout/metrics.ts';
import type { InsertionScheme } from '../production/insertionSchemes.ts';
import { layoutOf } from './layoutOverride.ts';
import { isDeepEqual } from './same.ts';
import { runningTextsOf, templateRunning, titleSectionOf } from './setText.ts';
import { attributesOf, childNode, type XmlNode } from './xml.ts';

/**
 * Page settings in PageLayout. Final Draft before version 9 wrote no paper size; it means Letter.
 */
export type FdxPageSettings = Pick<
  ScriptFormat,
  'paper' | 'topMarginPoints' | 'bottomMarginPoints' | 'headerMarginPoints'
>;
export type BreakSettings = Pick<ScriptFormat, 'moreText' | 'continuedText' | 'continuesAutomatically'>;

/** Paper sizes in inches. Final Draft writes A4 as 8.26 x 11.69. */
const papers: Record<Paper, { width: string; height: string }> = {
  letter: { width: '8.50', height: '11.00' },
  a4: { width: '8.26', height: '11.69' },
};

export function pageSettingsOf(node: XmlNode): FdxPageSettings {
  const height = Number(childNode(node, 'PageSize')?.attributes.Height);
  return {
    paper: height > 11.3 && height < 12.5 ? 'a4' : 'letter',
    topMarginPoints: points(node.attributes.TopMargin, defaultFormat.topMarginPoints),
    bottomMarginPoints: points(node.attributes.BottomMargin, defaultFormat.bottomMarginPoints),
    headerMarginPoints: points(node.attributes.HeaderMargin, defaultFormat.headerMarginPoints),
  };
}

function footerMarginOf({ attributes }: XmlNode): Pick<ScriptFormat, 'footerMarginPoints'> {
  const footer = points(attributes.FooterMargin, halfInchPoints);
  return footer === halfInchPoints ? {} : { footerMarginPoints: footer };
}

/**
 * Detect files of Fade In, which writes True or False where Final Draft writes Yes or No. Fade In
 * breaks lines by exact width.
 */
function linesOfFadeIn({ attributes }: XmlNode): Pick<ScriptFormat, 'hasExactLines'> {
  return /^(true|false)$/i.test(attributes.BreakDialogueAndActionAtSentences ?? '')
    ? { hasExactLines: true }
    : {};
}

const halfInchPoints = 36;

/** Larger margins leave no room for text. */
function points(value: string | undefined, fallback: number): number {
  const number = Number(value);
  return value && Number.isFinite(number) && number >= 0 && number <= 300 ? number : fallback;
}

export function writePageSettings(node: XmlNode, page: FdxPageSettings): void {
  node.attributes.TopMargin = `${page.topMarginPoints}`;
  node.attributes.BottomMargin = `${page.bottomMarginPoints}`;
  node.attributes.HeaderMargin = `${page.headerMarginPoints}`;
  const { width, height } = papers[page.paper];
  let size = childNode(node, 'PageSize');
  if (!size) {
    size = { name: 'PageSize', attributes: {}, children: [] };
    node.children.unshift(size);
  }
  size.attributes = { Height: height, Width: width };
}

export function breakSettingsOf(node: XmlNode): BreakSettings {
  const attributes = childNode(node, 'DialogueBreaks')?.attributes ?? {};
  return {
    moreText: attributes.DialogueBottom ?? defaultFormat.moreText,
    continuedText: attributes.DialogueTop ?? defaultFormat.continuedText,
    continuesAutomatically: attributes.AutomaticCharacterContinueds !== 'No',
  };
}

export function writeBreakSettings(node: XmlNode, breaks: BreakSettings): void {
  let dialogue = childNode(node, 'DialogueBreaks');
  if (!dialogue) {
    dialogue = {
      name: 'DialogueBreaks',
      attributes: { BottomOfPage: 'Yes', TopOfNext: 'Yes' },
      children: [],
    };
    node.children.push(dialogue);
  }
  dialogue.attributes.AutomaticCharacterContinueds = breaks.continuesAutomatically ? 'Yes' : 'No';
  dialogue.attributes.DialogueBottom = breaks.moreText;
  dialogue.attributes.DialogueTop = breaks.continuedText;
}

/** Return the texts where a scene goes on, in MoresAndContinueds. */
export function sceneContinuedsOf(node: XmlNode): SceneContinueds {
  const attributes = childNode(node, 'SceneBreaks')?.attributes ?? {};
  return {
    bottomText: attributes.SceneBottom ?? defaultSceneContinueds.bottomText,
    topText: attributes.SceneTop ?? defaultSceneContinueds.topText,
    isBottomShown: attributes.SceneBottomOfPage === 'Yes',
    isTopShown: attributes.SceneTopOfNext === 'Yes',
    isNumbered: attributes.ContinuedNumber === 'Yes',
  };
}

export function writeSceneContinueds(node: XmlNode, continueds: SceneContinueds): void {
  Object.assign(part(node, 'SceneBreaks').attributes, {
    ContinuedNumber: continueds.isNumbered ? 'Yes' : 'No',
    SceneBottom: continueds.bottomText,
    SceneBottomOfPage: continueds.isBottomShown ? 'Yes' : 'No',
    SceneTop: continueds.topText,
    SceneTopOfNext: continueds.isTopShown ? 'Yes' : 'No',
  });
}

/** Final Draft writes the right edge with two digits. */
const writtenRightInches = 7.38;

/** Return where a file prints scene numbers. */
export function numberPlacesOf({ attributes }: XmlNode): SceneNumberPlaces {
  const inches = (value: string | undefined, fallback: number) => {
    const number = Number(value);
    return value && number > 0 && number < 9 ? number : fallback;
  };
  const right = inches(attributes.RightLocation, writtenRightInches);
  // Without a number on either side, the script has none (`hidesNumbers`).
  const isLeftShown = attributes.ShowNumbersOnLeft !== 'No';
  const isRightShown = attributes.ShowNumbersOnRight !== 'No';
  const isNone = hidesNumbers({ attributes });
  return {
    leftInches: inches(attributes.LeftLocation, defaultNumberPlaces.leftInches),
    rightInches: right === writtenRightInches ? defaultNumberPlaces.rightInches : right,
    isLeftShown: isLeftShown || isNone,
    isRightShown: isRightShown || isNone,
  };
}

/**
 * Return the form of new scene numbers as files name it; null without a lock. `1A` is documented;
 * `A1` is our assumption for the other form (docs/decisions/0112).
 */
export function numberSchemeOf({ sceneLock }: ScriptFormat): string | null {
  return sceneLock ? numberSchemes[sceneLock.scheme] : null;
}

const numberSchemes: Record<InsertionScheme, string> = { suffix: '1A', prefix: 'A1' };

/** Return the form of new scene numbers in the SceneNumberOptions of a file. */
export function schemeOf(options: XmlNode | undefined): InsertionScheme {
  return options?.attributes.NumberScheme === numberSchemes.prefix ? 'prefix' : 'suffix';
}

/** Return whether a file prints no scene numbers. */
export function hidesNumbers({ attributes }: Pick<XmlNode, 'attributes'>): boolean {
  return attributes.ShowNumbersOnLeft === 'No' && attributes.ShowNumbersOnRight === 'No';
}

export function writeNumberPlaces(node: XmlNode, places: SceneNumberPlaces): void {
  const { leftInches, rightInches, isLeftShown, isRightShown } = places;
  Object.assign(node.attributes, {
    LeftLocation: leftInches.toFixed(2),
    RightLocation: rightInches.toFixed(2),
    ShowNumbersOnLeft: isLeftShown ? 'Yes' : 'No',
    ShowNumbersOnRight: isRightShown ? 'Yes' : 'No',
  });
}

/** Styles for types without settings in a file (OQ-112). */
export const bareStyles: Record<string, ParagraphStyle> = Object.fromEntries(
  Object.entries(defaultFormat.styles).map(([type, style]) => [
    type,
    { ...style, firstIndentInches: 0, alignment: type === 'Transition' ? 'Left' : style.alignment },
  ]),
);

const defaults = new Map(
  Object.entries(defaultFormat.styles).map(([type, style]) => [type.toLowerCase(), style]),
);

/** Return Final Draft's default style for a type. Unknown types are set like Action. */
export function defaultStyleOf(type: string): ParagraphStyle {
  return (defaults.get(type.trim().toLowerCase()) ?? defaults.get('action')) as ParagraphStyle;
}

/** Return the style in one ElementSettings, based on the default of its type. */
export function paragraphStyle(node: XmlNode): ParagraphStyle {
  const fallback = defaultStyleOf(node.attributes.Type ?? '');
  const spec = childNode(node, 'ParagraphSpec');
  const layout = (spec && layoutOf(attributesOf(spec.attributes))) ?? {};
  const font = childNode(node, 'FontSpec')?.attributes.Style;
  const has = (style: string, otherwise: boolean) => (font === undefined ? otherwise : font.includes(style));
  return {
    ...fallback,
    ...layout,
    startsNewPage: spec ? layout.startsNewPage === true : fallback.startsNewPage,
    paginateAs: childNode(node, 'Behavior')?.attributes.PaginateAs ?? fallback.paginateAs,
    isAllCaps: has('AllCaps', fallback.isAllCaps),
    isBold: has('Bold', fallback.isBold),
    isItalic: has('Italic', fallback.isItalic),
    isUnderlined: has('Underline', fallback.isUnderlined),
    ...sizeOf(childNode(node, 'FontSpec')),
  };
}

/** A size other than 12 points changes how many characters fit on a line, and its height. */
function sizeOf(font: XmlNode | null): Pick<ParagraphStyle, 'sizePoints'> {
  const sizePoints = Number(font?.attributes.Size ?? defaultSize);
  return sizePoints !== defaultSize && sizePoints >= minSize && sizePoints <= maxSize ? { sizePoints } : {};
}

const defaultSize = 12;
const minSize = 6;
const maxSize = 36;

export function writeStyle(node: XmlNode, style: ParagraphStyle): void {
  const font = part(node, 'FontSpec').attributes;
  const other = (font.Style ?? '').split('+').filter((name) => !ownStyles.has(name) && name !== '');
  const own = [
    style.isBold && 'Bold',
    style.isItalic && 'Italic',
    style.isUnderlined && 'Underline',
    style.isAllCaps && 'AllCaps',
  ];
  font.Style = [...own.filter((name) => name !== false), ...other].join('+');
  Object.assign(part(node, 'ParagraphSpec').attributes, {
    Alignment: style.alignment satisfies Alignment,
    FirstIndent: style.firstIndentInches.toFixed(2),
    LeftIndent: style.leftInches.toFixed(2),
    RightIndent: style.rightInches.toFixed(2),
    SpaceBefore: `${style.spaceBeforeLines * linePoints}`,
    Spacing: `${style.spacing}`,
    StartsNewPage: style.startsNewPage ? 'Yes' : 'No',
  });
  part(node, 'Behavior').attributes.PaginateAs = style.paginateAs;
}

const ownStyles = new Set(['Bold', 'Italic', 'Underline', 'AllCaps']);

function part(node: XmlNode, name: string): XmlNode {
  const found = childNode(node, name);
  if (found) return found;
  const made = { name, attributes: {}, children: [] };
  node.children.push(made);
  return made;
}

/** Return nothing for a page number alone, which our own files have. */
function runningOf(node: XmlNode): Pick<ScriptFormat, 'running'> {
  const running = runningTextsOf(node);
  return isDeepEqual(running, templateRunning) ? {} : { running };
}

/**
 * Return the format of a whole file: the settings in its parts, and Final Draft's bare defaults for
 * the rest.
 */
export function fdxFormat(
  nodes: XmlNode[],
  typeNames: Iterable<string>,
  sceneNumbersShown: boolean,
): ScriptFormat {
  const styles = new Map(Object.entries(bareStyles));
  let format: ScriptFormat = { ...defaultFormat, sceneNumbersShown };
  for (const node of nodes) {
    const type = node.attributes.Type;
    if (node.name === 'ElementSettings' && type) styles.set(type, paragraphStyle(node));
    else if (node.name === 'PageLayout')
      format = { ...format, ...pageSettingsOf(node), ...footerMarginOf(node), ...linesOfFadeIn(node) };
    else if (node.name === 'MoresAndContinueds') {
      const sceneContinueds = sceneContinuedsOf(node);
      format = { ...format, ...breakSettingsOf(node) };
      if (!isDeepEqual(sceneContinueds, defaultSceneContinueds)) format = { ...format, sceneContinueds };
    } else if (node.name === 'SceneNumberOptions') {
      const sceneNumberPlaces = numberPlacesOf(node);
      if (!isDeepEqual(sceneNumberPlaces, defaultNumberPlaces)) format = { ...format, sceneNumberPlaces };
      if (hidesNumbers(node)) format = { ...format, sceneNumbersShown: false };
    } else if (node.name === 'HeaderAndFooter') format = { ...format, ...runningOf(node) };
    else if (node.name === 'Outlines' && node.attributes.Paragraphs === 'Hide')
      format = { ...format, outlineHidden: true };
    else if (node.name === 'TitlePage') {
      const titleSection = titleSectionOf(node);
      if (titleSection) format = { ...format, titleSection };
    }
  }
  // "End Of Act" is set like "End of Act".
  const byLowerCase = new Map([...styles].map(([type, style]) => [type.toLowerCase(), style]));
  for (const type of typeNames) {
    const style = styles.has(type) ? undefined : byLowerCase.get(type.trim().toLowerCase());
    if (style) styles.set(type, style);
  }
  return { ...format, styles: Object.fromEntries(styles) };
}
