import { visibleElements } from './hidden.ts';
import { cellsOf } from './layout/cells.ts';
import { cellPoints, defaultSizePoints, pageBoxOf } from './layout/metrics.ts';
import { paginate } from './layout/paginate.ts';
import { placePage } from './layout/place.ts';
import type { TextRun } from './layout/types.ts';
import { escapeHtml } from './reading.ts';
import type { Screenplay } from './screenplay.ts';

/**
 * Number of elements passed to layout. It exceeds the lines of a page even with dual dialogue, so
 * later elements cannot appear on it.
 */
export const firstSheetElements = 150;

/**
 * Render the first page as SVG text at 96 pixels an inch, shown before the editor has loaded. Only
 * the first elements of the script are needed. The text is drawn exactly where the editor will draw
 * it (web/scriptEditor/sheet), which opens at this page, below the title page.
 */
export function firstSheetHtml({ format, elements }: Pick<Screenplay, 'format' | 'elements'>): string {
  const { widthPoints, heightPoints } = pageBoxOf(format);
  const pagination = paginate(visibleElements(elements, format).slice(0, firstSheetElements), format);
  const texts = placePage(pagination, 0).map((run) => textHtml(run, run.yPoints));
  const box = `0 0 ${toPixels(widthPoints)} ${toPixels(heightPoints)}`;
  const picture = `<svg class="${format.paper}" viewBox="${box}">${texts.join('')}</svg>`;
  return `<div class="opening-desk"><div class="opening-sheet page">${picture}</div></div>`;
}

/** Render a run of text whose baseline is `yPoints` below the top of the picture. */
function textHtml({ text, xPoints, role, ...run }: TextRun, yPoints: number): string {
  // Text from right to left begins at its right end.
  const startPoints = run.isRightToLeft ? xPoints + runWidth(text, run.sizePoints) : xPoints;
  const direction = run.isRightToLeft ? ' direction="rtl"' : '';
  const classes = [
    run.isBold && 'b',
    run.isItalic && 'i',
    run.isUnderlined && 'u',
    run.isStruck && 's',
    isQuiet(role) && 'quiet',
  ];
  const names = classes.filter(Boolean).join(' ');
  const classAttribute = names === '' ? '' : ` class="${names}"`;
  return `<text x="${toPixels(startPoints)}" y="${toPixels(yPoints)}"${direction}${classAttribute}>${escapeHtml(text)}</text>`;
}

function isQuiet(role: TextRun['role']): boolean {
  return role === 'scene-number' || role === 'more' || role === 'continued';
}

function runWidth(text: string, sizePoints = defaultSizePoints): number {
  return (cellsOf(text) * cellPoints * sizePoints) / defaultSizePoints;
}

/** Convert points to CSS pixels. */
function toPixels(points: number): number {
  return Math.round((points * 96 * 100) / 72) / 100;
}
