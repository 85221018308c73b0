import { isHeadingType } from '../elementTypes/predicates.ts';
import { defaultStyles, type SceneContinueds, type ScriptFormat } from '../format.ts';
import type { Cut } from './blocks.ts';
import type { Paragraphs } from './paragraphs.ts';
import type { Pagination } from './types.ts';

/*
 * (CONTINUED) below the last line of a page whose scene goes on, and CONTINUED: above the first
 * line of the next page.
 */

/** Lines of one text, with the empty line between it and the script. */
export const continuedSlots = 2;

/** A text at its line of the page. */
export interface ContinuedLine {
  text: string;
  slot: number;
  /** Edge of the text in inches from the left edge of the paper. */
  inches: number;
  isRightAligned: boolean;
}

/** Return the lines above the text of a page that begins at a cut. */
export function topSlotsAt(start: Cut, paragraphs: Paragraphs): number {
  return paragraphs.sheet.sceneContinueds?.isTopShown && isInScene(start, paragraphs) ? continuedSlots : 0;
}

/** Return the lines below the text of a page whose next page begins at a cut. */
export function bottomSlotsAt(next: Cut | undefined, paragraphs: Paragraphs): number {
  if (!next || !paragraphs.sheet.sceneContinueds?.isBottomShown) return 0;
  return isInScene(next, paragraphs) ? continuedSlots : 0;
}

/** Return the lines of the texts above and below the text of a page in the middle of a scene. */
export function maxContinuedSlots(sceneContinueds: SceneContinueds | null): number {
  if (!sceneContinueds) return 0;
  const { isTopShown, isBottomShown } = sceneContinueds;
  return (isTopShown ? continuedSlots : 0) + (isBottomShown ? continuedSlots : 0);
}

/** Return whether a page that begins at a cut begins inside a scene. */
function isInScene({ row, offset }: Cut, paragraphs: Paragraphs): boolean {
  if (offset > 0) return true;
  const element = paragraphs.elements[paragraphs.owner[row] as number];
  return row > 0 && row < paragraphs.count && element !== undefined && !isHeadingType(element.elementType);
}

/** Return the texts of a page; `end` is the slot after its last line. */
export function continuedLinesOn(pagination: Pagination, pageIndex: number, end: number): ContinuedLine[] {
  const { marks, paragraphs, format } = pagination;
  const { sceneContinueds } = format;
  const start = marks[pageIndex];
  if (!sceneContinueds || !start) return [];
  const lines: ContinuedLine[] = [];
  if (topSlotsAt(start, paragraphs) > 0) {
    const count = sceneContinueds.isNumbered ? continuationOf(pagination, pageIndex) : 1;
    const text = count > 1 ? `${sceneContinueds.topText} (${count})` : sceneContinueds.topText;
    lines.push({ text, slot: 0, inches: edgeOf(format, 'Action', 'leftInches'), isRightAligned: false });
  }
  if (bottomSlotsAt(marks[pageIndex + 1], paragraphs) > 0) {
    const inches = edgeOf(format, 'Transition', 'rightInches');
    lines.push({ text: sceneContinueds.bottomText, slot: end + 1, inches, isRightAligned: true });
  }
  return lines;
}

/** Return on how many pages, up to this one, its first scene goes on. */
function continuationOf({ marks, paragraphs, elements }: Pagination, pageIndex: number): number {
  const ownerOf = (page: number) => paragraphs.owner[marks[page]?.row ?? 0] as number;
  let first = pageIndex;
  while (first > 0) {
    const before = marks[first - 1];
    if (!before || !isInScene(before, paragraphs)) break;
    const passed = elements.slice(ownerOf(first - 1), ownerOf(first));
    if (passed.some(({ elementType }) => isHeadingType(elementType))) break;
    first--;
  }
  return pageIndex - first + 1;
}

/** Return an edge of a style, by FDX type name. */
function edgeOf(format: ScriptFormat, name: string, edge: 'leftInches' | 'rightInches'): number {
  const style = format.styles[name] ?? defaultStyles[name];
  return style?.[edge] ?? 0;
}
