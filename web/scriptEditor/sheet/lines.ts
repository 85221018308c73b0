import { capitals } from '#screenplay/capitals.ts';
import { type ElementType, elementTypes } from '#screenplay/element.ts';
import { isActionType, isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { cellsOf } from '#screenplay/layout/cells.ts';
import type { Line } from '#screenplay/layout/lines.ts';
import { type Box, boxOf, cueBoxOf, paragraphKind } from '#screenplay/layout/sheet.ts';
import { linesOf } from '#screenplay/layout/wrap.ts';
import { type Measures, phoneMarginPx } from './measures.ts';

/** Left and right end of the lines of a box on the sheet. */
export interface TextColumn {
  leftPx: number;
  rightPx: number;
  firstIndentPx: number;
}

const bodyLeftInches = 1.5;
/** Extra width of a speech on a phone, for a few more characters. */
const phoneSpeechInches = 0.25;
/** Lines may extend this far beyond their right indent (docs/format.md, "Wrapping"). */
const overhangInches = 0.1;

export function columnOf(box: Box, { isPhone, inchPx, sheetPx }: Measures): TextColumn {
  const { leftInches, rightInches, firstIndentInches, column, kind } = box;
  if (!isPhone) {
    return {
      leftPx: leftInches * inchPx,
      rightPx: rightInches * inchPx,
      firstIndentPx: firstIndentInches * inchPx,
    };
  }
  const xOf = (inches: number) => phoneMarginPx + (inches - bodyLeftInches) * inchPx;
  const isSpeech =
    column === null && (kind === paragraphKind.dialogue || kind === paragraphKind.parenthetical);
  const right = xOf(rightInches + (isSpeech ? phoneSpeechInches : overhangInches));
  const left = box.alignment === 'Right' && !box.isRightToLeft ? phoneMarginPx : xOf(leftInches);
  return {
    leftPx: Math.max(phoneMarginPx, left),
    rightPx: Math.min(sheetPx - phoneMarginPx, right),
    firstIndentPx: 0,
  };
}

/** Return the left edge of action and headings; left of it is the margin. */
export function bodyLeftPx(format: ScriptFormat, measures: Measures): number {
  const left = (elementType: ElementType) =>
    columnOf(boxOf({ ...noText, elementType }, format), measures).leftPx;
  return Math.min(...bodyTypes.map(left));
}

const bodyTypes = elementTypes.filter((type) => isActionType(type) || isHeadingType(type));

const noText = { content: '', dual: null, originalType: null, extras: null };

/** Break the lines of a piece for the narrow column of a phone. */
export function phoneLines(text: string, lines: readonly Line[], column: TextColumn, charPx: number): Line[] {
  const first = lines[0];
  const last = lines.at(-1);
  if (!first || !last) return [];
  const capacity = Math.max(1, Math.floor((column.rightPx - column.leftPx + 0.5) / charPx));
  const part = text.slice(first.from, last.to);
  return linesOf(part, { capacity, firstCapacity: capacity }).map(({ from, to }) => ({
    from: from + first.from,
    to: to + first.from,
  }));
}

/** Return the left edge of a printed line. */
export function lineLeftPx(
  printed: string,
  box: Box,
  column: TextColumn,
  isFirst: boolean,
  charPx: number,
): number {
  const widthPx = cellsOf(printed) * charPx;
  if (box.alignment === 'Right') return Math.max(0, column.rightPx - widthPx);
  if (box.alignment === 'Center') return Math.max(0, (column.leftPx + column.rightPx - widthPx) / 2);
  return column.leftPx + (isFirst ? column.firstIndentPx : 0);
}

/** Return the left edge of a repeated cue or a (MORE), which are at the position of cues. */
export function cueLeftPx(text: string, format: ScriptFormat, measures: Measures): number {
  const box = cueBoxOf(format);
  return lineLeftPx(text, box, columnOf(box, measures), true, measures.charPx);
}

/** Return text as it is rendered: in capitals if the style says so, other white space as spaces. */
export function printable(text: string, box: Box): string {
  const spaced = text.replace(/[\t\v\f\r]/g, ' ');
  return box.isAllCaps ? capitals(spaced) : spaced;
}
