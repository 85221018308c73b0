import { cellsOf } from '../layout/cells.ts';
import { baselinePoints, cellPoints, defaultSizePoints, linePoints } from '../layout/metrics.ts';
import type { TextRun } from '../layout/types.ts';
import type { OtherText } from './printChoice.ts';

/** A straight line on the paper, in points from the top left corner. */
export interface CrossLine {
  from: [xPoints: number, yPoints: number];
  to: [xPoints: number, yPoints: number];
}

/** A rectangle behind text. */
export interface MarkedArea {
  xPoints: number;
  topPoints: number;
  widthPoints: number;
  heightPoints: number;
}

/** A printed page with what is drawn behind and over its text. */
export interface PrintedPage {
  runs: TextRun[];
  lines: CrossLine[];
  areas: MarkedArea[];
}

/**
 * Return a page of the sides: the text of other scenes is crossed out or left out. Null if no
 * chosen text is on the page.
 */
export function sidesPage(
  runs: readonly TextRun[],
  isChosen: readonly boolean[],
  otherText: OtherText,
): Pick<PrintedPage, 'runs' | 'lines'> | null {
  const isOther = ({ elementIndex }: TextRun) => elementIndex !== null && !isChosen[elementIndex];
  const isOwn = ({ elementIndex }: TextRun) => elementIndex !== null && isChosen[elementIndex] === true;
  if (!runs.some(isOwn)) return null;
  if (otherText === 'blank') return { runs: runs.filter((run) => !isOther(run)), lines: [] };
  return {
    runs: [...runs],
    lines: crossesOver(
      runs.filter(({ elementIndex }) => elementIndex !== null),
      isOther,
    ),
  };
}

/** Return a cross over each block of lines that belongs to other scenes. */
function crossesOver(runs: readonly TextRun[], isOther: (run: TextRun) => boolean): CrossLine[] {
  const lines: CrossLine[] = [];
  for (let from = 0; from < runs.length; ) {
    let to = from;
    while (to < runs.length && isOther(runs[to] as TextRun)) to++;
    if (to > from) {
      const block = areaOf(runs.slice(from, to));
      const [left, right] = [block.xPoints, block.xPoints + block.widthPoints];
      const [top, bottom] = [block.topPoints, block.topPoints + block.heightPoints];
      lines.push({ from: [left, top], to: [right, bottom] }, { from: [left, bottom], to: [right, top] });
    }
    from = Math.max(to, from + 1);
  }
  return lines;
}

/** Return the area of runs. */
export function areaOf(runs: readonly TextRun[]): MarkedArea {
  const left = Math.min(...runs.map(({ xPoints }) => xPoints));
  const right = Math.max(...runs.map((run) => run.xPoints + widthOfRun(run)));
  const tops = runs.map(({ yPoints }) => yPoints - baselinePoints);
  const top = Math.min(...tops);
  return {
    xPoints: left,
    topPoints: top,
    widthPoints: right - left,
    heightPoints: Math.max(...tops) + linePoints - top,
  };
}

function widthOfRun({ text, sizePoints = defaultSizePoints }: TextRun): number {
  return (cellsOf(text) * cellPoints * sizePoints) / defaultSizePoints;
}

/** Return the areas behind the printed lines of marked elements. */
export function markedAreas(runs: readonly TextRun[], isMarked: readonly boolean[]): MarkedArea[] {
  return runs
    .filter(
      ({ elementIndex, role }) => elementIndex !== null && isMarked[elementIndex] && role !== 'scene-number',
    )
    .map((run) => areaOf([run]));
}
