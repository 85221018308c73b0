import { baseDirectionOf } from '../baseDirection.ts';
import {
  type Alignment,
  type BlankParagraph,
  type DualColumn,
  type ElementType,
  elementTypes,
  type LayoutOverride,
  plainTextType,
  type ScriptElement,
} from '../element.ts';
import { isCueType, isDialogueType, isParentheticalType } from '../elementTypes/predicates.ts';
import { fdxTypeNames } from '../elementTypes/table.ts';
import { defaultStyles, type ParagraphStyle, type SceneContinueds, type ScriptFormat } from '../format.ts';
import type { Capacities } from './lines.ts';
import { capacityOf, defaultSizePoints } from './metrics.ts';

/** The role of a paragraph in the page-break rules. */
export const paragraphKind = {
  flow: 0,
  heading: 1,
  transition: 2,
  cue: 3,
  dialogue: 4,
  parenthetical: 5,
} as const;

/** Position and style of a paragraph: the style of its type with the paragraph's own overrides. */
export interface Box extends Capacities {
  /** Inches from the left edge of the paper, as all indents. */
  leftInches: number;
  rightInches: number;
  /** Added to the left indent of the first line; -0.1 for a hanging bracket. */
  firstIndentInches: number;
  alignment: Alignment;
  /** Whether the base direction of the text is right to left. */
  isRightToLeft: boolean;
  /** Slots between this paragraph and the block above. Ignored at the top of a page. */
  spaceBefore: number;
  /** Slots per line. */
  spacing: number;
  /** Font size. */
  sizePoints: number;
  startsNewPage: boolean;
  isAllCaps: boolean;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  /** Column of a dual dialogue; null for text over the whole width. */
  column: DualColumn | null;
  /** A value of `paragraphKind`. */
  kind: number;
}

// Limits for values in files: lines of space before, slots per line, inches of text.
const maxSpace = 60;
const maxSpacing = 3;
const minTextInches = 0.5;
const maxTextInches = 12;

/**
 * Columns of a dual dialogue: left and right edges of the speech and of its parentheticals, in
 * inches.
 */
const columns = {
  left: { speech: [1.5, 4.375], parenthetical: [1.75, 4.125] },
  right: { speech: [4.625, 7.5], parenthetical: [4.875, 7.25] },
} as const satisfies Record<DualColumn, unknown>;

/** The boxes of one format, created when first used. `indexOf` returns indexes into `boxes`. */
export class Sheet {
  readonly boxes: Box[] = [];
  readonly #styles = new Map<string, ParagraphStyle>();
  readonly sceneContinueds: SceneContinueds | null;
  readonly #hasExactLines: boolean;
  readonly #indexes = new Map<string, number>();
  // Look up by first letter, which differs for all six types. New strings have no cached hash, so
  // this is several times faster than a map.
  readonly #byInitial = new Int32Array(128);

  constructor(format: ScriptFormat) {
    this.sceneContinueds = format.sceneContinueds ?? null;
    this.#hasExactLines = format.hasExactLines ?? false;
    for (const [name, style] of Object.entries({ ...defaultStyles, ...format.styles })) {
      this.#styles.set(name.toLowerCase(), style);
    }
    for (const type of elementTypes) {
      this.#byInitial[type.charCodeAt(0)] = this.#index(type, fdxTypeNames[type], null, undefined);
    }
  }

  /** Return the index of the element's box in `boxes`. */
  indexOf(element: ScriptElement, column: DualColumn | null): number {
    const layout = element.extras?.layout;
    if (element.originalType === null && column === null && layout === undefined) {
      return this.#byInitial[element.elementType.charCodeAt(0)] as number;
    }
    const name = element.originalType ?? fdxTypeNames[element.elementType];
    return this.#index(element.elementType, name, column, layout);
  }

  indexOfBlank(blank: BlankParagraph, column: DualColumn | null): number {
    return this.#index(plainTextType, blank.type, column, blank.layout);
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
      isRightToLeft: false,
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
  if (isCueType(type)) return paragraphKind.cue;
  if (isDialogueType(type)) return paragraphKind.dialogue;
  if (isParentheticalType(type)) return paragraphKind.parenthetical;
  if (style.paginateAs === 'Scene Heading') return paragraphKind.heading;
  return style.paginateAs === 'Transition' ? paragraphKind.transition : paragraphKind.flow;
}

type Indents = Pick<Box, 'leftInches' | 'rightInches' | 'firstIndentInches' | 'alignment'>;

/**
 * Return the indents of a paragraph. Ignore overrides that leave no room for text, which are
 * mistakes in the file.
 */
function indentsOf(own: ParagraphStyle, style: ParagraphStyle): Indents {
  const chosen = [own, style].find(isUsable) ?? (defaultStyles.Action as ParagraphStyle);
  const { leftInches, rightInches } = chosen;
  const first = leftInches + chosen.firstIndentInches;
  const isIndentUsable = first >= 0 && rightInches - first >= minTextInches;
  return {
    leftInches,
    rightInches,
    firstIndentInches: isIndentUsable ? chosen.firstIndentInches : 0,
    alignment: own.alignment,
  };
}

function isUsable({ leftInches, rightInches }: ParagraphStyle): boolean {
  return leftInches >= 0 && rightInches <= maxTextInches && rightInches - leftInches >= minTextInches;
}

function columnIndents(column: DualColumn, kind: number): Indents {
  const isParenthetical = kind === paragraphKind.parenthetical;
  const [leftInches, rightInches] = columns[column][isParenthetical ? 'parenthetical' : 'speech'];
  return {
    leftInches,
    rightInches,
    firstIndentInches: 0,
    alignment: kind === paragraphKind.cue ? 'Center' : 'Left',
  };
}

function clamp(value: number, least: number, max: number): number {
  return Math.min(max, Math.max(least, Number.isFinite(value) ? value : least));
}

const sheets = new WeakMap<ScriptFormat, Sheet>();

/** Return the sheet of a format. The sheet is cached by format object. */
export function sheetOf(format: ScriptFormat): Sheet {
  let sheet = sheets.get(format);
  if (!sheet) {
    sheet = new Sheet(format);
    sheets.set(format, sheet);
  }
  return sheet;
}

/**
 * Return the box of one element. Pass the column of the piece when there is one: a dual dialogue
 * that is taller than a page is printed as two speeches, one below the other.
 */
export function boxOf(
  element: ScriptElement,
  format: ScriptFormat,
  column: DualColumn | null = element.dual,
): Box {
  const sheet = sheetOf(format);
  const box = sheet.boxes[sheet.indexOf(element, column)] as Box;
  return baseDirectionOf(element.content) === 'rtl' ? rightToLeftBox(box) : box;
}

/** Return the box of cues, in which (MORE) and repeated cues are printed. */
export function cueBoxOf(format: ScriptFormat): Box {
  return boxOf(
    { elementType: 'character', content: '', dual: null, originalType: null, extras: null },
    format,
  );
}

const rightToLeftBoxes = new WeakMap<Box, Box>();

/**
 * Return the box for text whose base direction is right to left: flush right in the same column. A
 * cue stays in the middle of the page. The result is the same object for the same box.
 */
function rightToLeftBox(box: Box): Box {
  let turned = rightToLeftBoxes.get(box);
  if (!turned) {
    const isFlushRight = box.alignment !== 'Center' && box.kind !== paragraphKind.cue;
    turned = { ...box, isRightToLeft: true, alignment: isFlushRight ? 'Right' : box.alignment };
    rightToLeftBoxes.set(box, turned);
  }
  return turned;
}
