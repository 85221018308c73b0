import { visibleElements } from './hidden.ts';
import { pageBoxOf } from './layout/metrics.ts';
import { paginate } from './layout/paginate.ts';
import { placePage } from './layout/place.ts';
import { provideLockRules } from './production/provideLockRules.ts';
import type { Screenplay } from './screenplay.ts';
import { svgText, toPixels } from './svgText.ts';

provideLockRules();

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
  const texts = placePage(pagination, 0).map((run) => svgText(run, run.yPoints));
  const box = `0 0 ${toPixels(widthPoints)} ${toPixels(heightPoints)}`;
  const picture = `<svg class="${format.paper}" viewBox="${box}">${texts.join('')}</svg>`;
  return `<div class="opening-desk"><div class="opening-sheet page">${picture}</div></div>`;
}
