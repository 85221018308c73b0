import { visibleElements } from './hidden.ts';
import { baselinePoints, linePoints, pageBoxOf } from './layout/metrics.ts';
import { paginate } from './layout/paginate.ts';
import { endsMidSpeech, slotsOn } from './layout/pieces.ts';
import { placePage } from './layout/place.ts';
import { titleLines } from './layout/titleLines.ts';
import type { Screenplay } from './screenplay.ts';
import { svgText, toPixels } from './svgText.ts';

/**
 * Number of elements passed to layout. It exceeds the lines of a page even with dual dialogue, so
 * later elements cannot appear on it.
 */
export const firstSheetElements = 150;

/**
 * Render the title page and the first page as SVG text at 96 pixels an inch, shown before the
 * editor has loaded. Only the first elements of the script are needed. web/opening.css sets the
 * margins around the text. The text is drawn exactly where the editor will draw it
 * (web/script/sheet).
 */
export function firstSheetHtml({ titlePage, format, elements }: Omit<Screenplay, 'source'>): string {
  const { widthPoints, topPoints } = pageBoxOf(format);
  const sheet = (slots: number, texts: string[], name: string) => {
    const box = `0 0 ${toPixels(widthPoints)} ${toPixels(slots * linePoints)}`;
    const picture = `<svg class="${format.paper}" viewBox="${box}">${texts.join('')}</svg>`;
    return `<div class="opening-sheet ${name}">${picture}</div>`;
  };
  const title = titleLines(titlePage, format);
  const sheets: string[] = [];
  const last = title.at(-1);
  if (last) {
    const texts = title.map(({ run, slot }) => svgText(run, slot * linePoints + baselinePoints));
    sheets.push(sheet(last.slot + 1, texts, 'title'));
  }
  const pagination = paginate(visibleElements(elements, format).slice(0, firstSheetElements), format);
  const more = endsMidSpeech(pagination, 0) && format.moreText !== '' ? 1 : 0;
  const texts = placePage(pagination, 0).map((run) => svgText(run, run.yPoints - topPoints));
  sheets.push(sheet(slotsOn(pagination, 0) + more, texts, 'page'));
  return `<div class="opening-desk">${sheets.join('')}</div>`;
}
