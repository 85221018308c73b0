import { cellsOf } from '#screenplay/layout/cells.ts';
import { cellPoints, defaultSizePoints } from '#screenplay/layout/metrics.ts';
import type { TextRun } from '#screenplay/layout/types.ts';
import type { CrossLine, MarkedArea } from '#screenplay/printing/printedSides.ts';
import { PageContent, type Pen } from './pageContent.ts';
import { decimal } from './writer.ts';

interface PaperSize {
  widthPoints: number;
  heightPoints: number;
}

const artifact = (commands: readonly string[]) =>
  commands.length === 0 ? '' : `/Artifact<</Type/Layout>>BDC q ${commands.join('\n')} Q EMC\n`;

/** Return the commands for paper of a colour such as #c6edfe; null for white. */
export function drawPaper(color: string | null, { widthPoints, heightPoints }: PaperSize): string {
  if (color === null) return '';
  const parts = [1, 3, 5].map((at) => decimal(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  return artifact([`${parts.join(' ')} rg`, `0 0 ${decimal(widthPoints)} ${decimal(heightPoints)} re f`]);
}

/** Return the commands for areas behind text, light enough to read it in black and white. */
export function drawAreas(areas: readonly MarkedArea[], { heightPoints }: PaperSize): string {
  const boxes = areas.map((area) => {
    const bottom = heightPoints - area.topPoints - area.heightPoints;
    const place = [area.xPoints - 2, bottom, area.widthPoints + 4, area.heightPoints];
    return `${place.map(decimal).join(' ')} re f`;
  });
  return artifact(boxes.length === 0 ? [] : ['1 0.93 0.55 rg', ...boxes]);
}

/** Return the commands for lines over text. */
export function drawLines(lines: readonly CrossLine[], { heightPoints }: PaperSize): string {
  const point = ([x, y]: CrossLine['from']) => `${decimal(x)} ${decimal(heightPoints - y)}`;
  const strokes = lines.map(({ from, to }) => `${point(from)} m ${point(to)} l S`);
  return artifact(strokes.length === 0 ? [] : ['0.75 w', ...strokes]);
}

const maxSizePoints = 72;
/** Share of the diagonal of the paper that a text may take. */
const diagonalShare = 0.72;

/** Return the commands for a text across the page, from the lower left to the upper right. */
export function drawAcross(text: string, { widthPoints, heightPoints }: PaperSize, pen: Pen): string {
  if (text === '') return '';
  const diagonal = Math.hypot(widthPoints, heightPoints);
  const perPoint = (cellsOf(text) * cellPoints) / defaultSizePoints;
  const sizePoints = Math.min(maxSizePoints, (diagonal * diagonalShare) / perPoint);
  const content = new PageContent(0, pen);
  content.markArtifact();
  const style = { isBold: true, isItalic: false, isUnderlined: false };
  const run: TextRun = {
    ...{ text, ...style, role: 'page-number', elementIndex: null },
    ...{ xPoints: (-perPoint * sizePoints) / 2, yPoints: sizePoints * 0.3, sizePoints },
  };
  content.drawLine([run], text);
  const [cos, sin] = [widthPoints / diagonal, heightPoints / diagonal];
  const matrix = [cos, sin, -sin, cos].map((value) => value.toFixed(4)).join(' ');
  const centre = `${decimal(widthPoints / 2)} ${decimal(heightPoints / 2)}`;
  return `q 0.85 g ${matrix} ${centre} cm\n${content.finish()}\nQ\n`;
}
