import type { ScriptElement } from '../element.ts';
import { noSet, type RevisionFacts, revisionFactsOf, setsOnPage } from '../revisions/shownMarks.ts';
import { baselinePoints, linePoints, pageBoxOf, pointsPerInch } from './metrics.ts';
import { piecesOn } from './pieces.ts';
import type { Pagination, TextRun } from './types.ts';

/** Return the marks that are printed in the right margin of a page, from top to bottom. */
export function revisionRuns(pagination: Pagination, pageIndex: number): TextRun[] {
  const { format } = pagination;
  const { revisions } = format;
  if (!revisions) return [];
  const { topPoints } = pageBoxOf(format);
  const pieces = markedPiecesOn(pagination, pageIndex);
  const sets = setsOnPage(pieces, revisions);
  /** Lines of both columns of a dual dialogue share a mark, which is that of the last set. */
  const setsByHeight = new Map<number, number>();
  for (const [piece, { slot, spacing }] of pieces.entries())
    for (const [line, set] of (sets[piece] ?? []).entries()) {
      const yPoints = topPoints + (slot + line * spacing + spacing - 1) * linePoints + baselinePoints;
      if (set > (setsByHeight.get(yPoints) ?? noSet)) setsByHeight.set(yPoints, set);
    }
  return [...setsByHeight]
    .sort(([a], [b]) => a - b)
    .flatMap(([yPoints, set]): TextRun[] => {
      const text = revisions.sets[set]?.mark ?? '';
      if (text === '') return [];
      const style = { isBold: false, isItalic: false, isUnderlined: false };
      const xPoints = revisions.markInches * pointsPerInch;
      return [{ ...style, text, xPoints, yPoints, role: 'page-number', elementIndex: null }];
    });
}

/** Return the values of header fields of a page that revisions have; null without revisions. */
export function revisionFactsOn(pagination: Pagination, pageIndex: number): RevisionFacts | null {
  const { revisions } = pagination.format;
  return revisions ? revisionFactsOf(markedPiecesOn(pagination, pageIndex), revisions) : null;
}

function markedPiecesOn(pagination: Pagination, pageIndex: number) {
  return piecesOn(pagination, pageIndex).map(({ elementIndex, lines, slot, spacing }) => ({
    element: pagination.elements[elementIndex] as ScriptElement,
    ...{ lines, slot, spacing },
  }));
}
