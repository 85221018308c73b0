import { cellsOf } from '../layout/cells.ts';
import { cellPoints, defaultSizePoints } from '../layout/metrics.ts';
import type { TextRun } from '../layout/types.ts';
import type { MarginNumbers } from './printChoice.ts';

const sizePoints = 8;
/** Right end of the numbers, left of the numbers of scenes. */
const endPoints = 46;

/**
 * Return the numbers of lines or speeches in the left margin. Each page begins with 1, so that
 * locked pages keep their numbers whatever happens on other pages. `isCue` says whether an element
 * is a cue, with which a speech begins. Speeches of a dual dialogue share the line of their cues.
 */
export function marginNumberRuns(
  runs: readonly TextRun[],
  numbers: MarginNumbers,
  isCue: (elementIndex: number) => boolean,
): TextRun[] {
  if (numbers === 'none') return [];
  /** Elements with text on each line, by the position of the line. */
  const lines = new Map<number, Set<number>>();
  for (const { yPoints, elementIndex, role } of runs) {
    if (elementIndex === null || (role !== 'text' && role !== 'continued')) continue;
    const elements = lines.get(yPoints) ?? new Set();
    lines.set(yPoints, elements.add(elementIndex));
  }
  let last = 0;
  return [...lines]
    .sort(([a], [b]) => a - b)
    .flatMap(([yPoints, elements]): TextRun[] => {
      const count = numbers === 'lines' ? 1 : [...elements].filter(isCue).length;
      if (count === 0) return [];
      const labels = Array.from({ length: count }, () => `${++last}`);
      return [numberRun(labels.join(', '), yPoints)];
    });
}

function numberRun(text: string, yPoints: number): TextRun {
  const width = (cellsOf(text) * cellPoints * sizePoints) / defaultSizePoints;
  return {
    ...{ text, xPoints: endPoints - width, yPoints, sizePoints },
    ...{ isBold: false, isItalic: false, isUnderlined: false },
    ...{ role: 'page-number', elementIndex: null },
  };
}
