import { cellsOf } from './layout/cells.ts';
import { cellPoints, defaultSizePoints } from './layout/metrics.ts';
import type { TextRun } from './layout/types.ts';
import { escapeHtml } from './reading.ts';

/**
 * Render a run of text as SVG, at 96 pixels an inch. Its baseline is `yPoints` below the top of the
 * picture. The classes b, i, u, s and quiet are styled by the page.
 */
export function svgText({ text, xPoints, role, ...run }: TextRun, yPoints: number): string {
  // Text from right to left begins at its right end.
  const startPoints = run.isRightToLeft ? xPoints + runWidth(text, run.sizePoints) : xPoints;
  const direction = run.isRightToLeft ? ' direction="rtl"' : '';
  const size = run.sizePoints === undefined ? '' : ` font-size="${toPixels(run.sizePoints)}"`;
  const classes = [
    run.isBold && 'b',
    run.isItalic && 'i',
    run.isUnderlined && 'u',
    run.isStruck && 's',
    isQuiet(role) && 'quiet',
  ];
  const names = classes.filter(Boolean).join(' ');
  const classAttribute = names === '' ? '' : ` class="${names}"`;
  return `<text x="${toPixels(startPoints)}" y="${toPixels(yPoints)}"${direction}${size}${classAttribute}>${escapeHtml(text)}</text>`;
}

function isQuiet(role: TextRun['role']): boolean {
  return role === 'scene-number' || role === 'more' || role === 'continued';
}

function runWidth(text: string, sizePoints = defaultSizePoints): number {
  return (cellsOf(text) * cellPoints * sizePoints) / defaultSizePoints;
}

/** Convert points to CSS pixels. */
export function toPixels(points: number): number {
  return Math.round((points * 96 * 100) / 72) / 100;
}
