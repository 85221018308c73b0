import {
  type Alignment,
  type BlankParagraph,
  type DualColumn,
  type ElementType,
  elementTypes,
  type LayoutOverride,
  type ScriptElement,
} from '../element.ts';
import { defaultStyles, fdxTypeNames, type ParagraphStyle, type ScriptFormat } from '../format.ts';
import type { Capacities } from './lines.ts';
import { capacityOf, defaultSizePoints } from './metrics.ts';

/** What a paragraph is to the page-break rules. */
export const paragraphKind = {
  flow: 0,
  heading: 1,
  transition: 2,
  cue: 3,
  dialogue: 4,
  parenthetical: 5,
} as const;

/** Where a paragraph stands and how it is set: its type's style, with its own departures from it. */
export interface Box extends Capacities {
  /** From the left edge of the paper, as all indents. */
  leftInches: number;
  rightInches: number;
  /** Added to the left indent of the first line; -0.1 for a bracket that hangs. */
  firstIndentInches: number;
  alignment: Alignment;
  /** Slots between it and the block above; nothing at the top of a page. */
  spaceBefore: number;
  /** Slots a line takes. */
  spacing: number;
  /** Of the type. */
  sizePoints: number;
  startsNewPage: boolean;
  isAllCaps: boolean;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  /** The column of a dual dialogue, null for text over the whole width. */
  column: DualColumn | null;
  /** One of paragraphKind. */
  kind: number;
}

// Bounds for what files may ask: lines of space before, lines a line takes, inches of text.
const maxSpace = 60;
const maxSpacing = 3;
const narrowestInches = 0.5;
const widestInches = 12;
const hangInches = -0.1;

/** Columns of a dual dialogue: left and right of the speech and of its parentheticals. */
const columns = {
  left: { speech: [1.5, 4.375], parenthetical: [1.75, 4.125] },
  right: { speech: [4.625, 7.5], parenthetical: [4.875, 7.25] },
} as const satisfies Record<DualColumn, unknown>;

/** The boxes of one format, made when first needed. `boxes` is what the numbers given by indexOf mean. */
export class Sheet {
  readonly boxes: Box[] = [];
  readonly #styles = new Map<string, ParagraphStyle>();
  readonly #hasExactLines: boolean;
  readonly #indexes = new Map<string, number>();
  // Fresh strings have no hash yet: the first letter, which all six types differ in, is several times faster.
  readonly #byInitial = new Int32Array(128);

  constructor(format: ScriptFormat) {
    this.#hasExactLines = format.hasExactLines ?? false;
    for (const [name, style] of Object.entries({ ...defaultStyles, ...format.styles })) {
      this.#styles.set(name.toLowerCase(), style);
    }
    for (const type of elementTypes) {
      this.#byInitial[type.charCodeAt(0)] = this.#index(type, fdxTypeNames[type], null, undefined);
    }
  }

  /** Number of the element's box. */
  indexOf(element: ScriptElement, column: DualColumn | null): number {
    const layout = element.extras?.layout;
    if (element.originalType === null && column === null && layout === undefined) {
      return this.#byInitial[element.elementType.charCodeAt(0)] as number;
    }
    const name = element.originalType ?? fdxTypeNames[element.elementType];
    return this.#index(element.elementType, name, column, layout);
  }

  indexOfBlank(blank: BlankParagraph, column: DualColumn | null): number {
    return this.#index('action', blank.type, column, blank.layout);
  }

  #index(
    type: ElementType,
    name: string,
    column: DualColumn | null,
    layout: LayoutOverride | undefined,
  ): number {
    const key = `${type}|${column}|${name}|${layout ? JSON.stringify(layout) : ''}`;
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.boxes.push(this.#box(type, name, column, layout)) - 1;
      this.#indexes.set(key, index);
    }
    return index;
  }

  #box(type: ElementType, name: string, column: DualColumn | null, layout: LayoutOverride | undefined): Box {
    const style =
      this.#styles.get(name.toLowerCase()) ??
      this.#styles.get(fdxTypeNames[type].toLowerCase()) ??
      (defaultStyles.Action as ParagraphStyle);
    const kind = kindOf(type, name, style);
    const own = { ...style, ...layout };
    const set = column ? columnIndents(column, kind) : indentsOf(own, style);
    const width = set.rightInches - set.leftInches;
    const sizePoints = column ? defaultSizePoints : (style.sizePoints ?? defaultSizePoints);
    return {
      ...set,
      capacity: capacityOf(width, sizePoints, this.#hasExactLines),
      firstCapacity: capacityOf(width - set.firstIndentInches, sizePoints, this.#hasExactLines),
      spaceBefore: clamp(Math.round(own.spaceBeforeLines), 0, maxSpace),
      spacing: column ? 1 : (clamp(own.spacing, 1, maxSpacing) * sizePoints) / defaultSizePoints,
      sizePoints,
      startsNewPage: style.startsNewPage || own.startsNewPage,
      isAllCaps: style.isAllCaps,
      isBold: style.isBold,
      isItalic: style.isItalic,
      isUnderlined: style.isUnderlined,
      column,
      kind,
    };
  }
}

function kindOf(type: ElementType, name: string, style: ParagraphStyle): number {
  switch (name.toLowerCase()) {
    case 'character':
      return paragraphKind.cue;
    case 'dialogue':
    case 'singing':
    case 'lyric':
      return paragraphKind.dialogue;
    case 'parenthetical':
      return paragraphKind.parenthetical;
  }
  if (type === 'character') return paragraphKind.cue;
  if (type === 'dialogue') return paragraphKind.dialogue;
  if (type === 'parenthetical') return paragraphKind.parenthetical;
  if (style.paginateAs === 'Scene Heading') return paragraphKind.heading;
  return style.paginateAs === 'Transition' ? paragraphKind.transition : paragraphKind.flow;
}

type Indents = Pick<Box, 'leftInches' | 'rightInches' | 'firstIndentInches' | 'alignment'>;

/** Indents of a paragraph. Departures that leave no room for text, as slips in files do, do not count. */
function indentsOf(own: ParagraphStyle, style: ParagraphStyle): Indents {
  const chosen = [own, style].find(isUsable) ?? (defaultStyles.Action as ParagraphStyle);
  const { leftInches, rightInches } = chosen;
  const first = leftInches + chosen.firstIndentInches;
  const isIndentUsable = first >= 0 && rightInches - first >= narrowestInches;
  return {
    leftInches,
    rightInches,
    firstIndentInches: isIndentUsable ? chosen.firstIndentInches : 0,
    alignment: own.alignment,
  };
}

function isUsable({ leftInches, rightInches }: ParagraphStyle): boolean {
  return leftInches >= 0 && rightInches <= widestInches && rightInches - leftInches >= narrowestInches;
}

function columnIndents(column: DualColumn, kind: number): Indents {
  const isParenthetical = kind === paragraphKind.parenthetical;
  const [leftInches, rightInches] = columns[column][isParenthetical ? 'parenthetical' : 'speech'];
  return {
    leftInches,
    rightInches,
    firstIndentInches: isParenthetical ? hangInches : 0,
    alignment: kind === paragraphKind.cue ? 'Center' : 'Left',
  };
}

function clamp(value: number, least: number, max: number): number {
  return Math.min(max, Math.max(least, Number.isFinite(value) ? value : least));
}

const sheets = new WeakMap<ScriptFormat, Sheet>();

/** The sheet of a format; the same format object gives the same sheet. */
export function sheetOf(format: ScriptFormat): Sheet {
  let sheet = sheets.get(format);
  if (!sheet) {
    sheet = new Sheet(format);
    sheets.set(format, sheet);
  }
  return sheet;
}

/**
 * How one element is set. Pass the piece's column where there is one: a dual dialogue that is taller than a page
 * is printed as two speeches, one below the other.
 */
export function boxOf(
  element: ScriptElement,
  format: ScriptFormat,
  column: DualColumn | null = element.dual,
): Box {
  const sheet = sheetOf(format);
  return sheet.boxes[sheet.indexOf(element, column)] as Box;
}
