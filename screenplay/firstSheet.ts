import { visibleElements } from './hidden.ts';
import { baselinePoints, linePoints, pageBoxOf } from './layout/metrics.ts';
import { paginate } from './layout/paginate.ts';
import { endsMidSpeech, slotsOn } from './layout/pieces.ts';
import { placePage } from './layout/place.ts';
import { titleLines } from './layout/titleLines.ts';
import type { TextRun } from './layout/types.ts';
import { escapeHtml } from './reading.ts';
import type { Screenplay } from './screenplay.ts';

/** More elements than a page has lines, though two stand beside each other: those after them cannot reach it. */
export const firstSheetElements = 150;

/**
 * The title page and the first page of a script as pictures of text, 96 pixels an inch, which the browser shows before
 * the editor is there. It needs the first elements of the script only. The room around the text is the page's own
 * (web/opening.css), and what is drawn stands where the editor will draw it (web/script/sheet).
 */
export function firstSheetHtml({ titlePage, format, elements }: Omit<Screenplay, 'source'>): string {
  const { widthPoints, topPoints } = pageBoxOf(format);
  const sheet = (slots: number, texts: string[], name: string) => {
    const box = `0 0 ${px(widthPoints)} ${px(slots * linePoints)}`;
    const picture = `<svg class="${format.paper}" viewBox="${box}">${texts.join('')}</svg>`;
    return `<div class="opening-sheet ${name}">${picture}</div>`;
  };
  const title = titleLines(titlePage, format);
  const sheets: string[] = [];
  const last = title.at(-1);
  if (last) {
    const texts = title.map(({ run, slot }) => textHtml(run, slot * linePoints + baselinePoints));
    sheets.push(sheet(last.slot + 1, texts, 'title'));
  }
  const pagination = paginate(visibleElements(elements, format).slice(0, firstSheetElements), format);
  const more = endsMidSpeech(pagination, 0) && format.moreText !== '' ? 1 : 0;
  const texts = placePage(pagination, 0).map((run) => textHtml(run, run.yPoints - topPoints));
  sheets.push(sheet(slotsOn(pagination, 0) + more, texts, 'page'));
  return `<div class="opening-desk">${sheets.join('')}</div>`;
}

/** A run whose base line stands so far below the top of the picture. */
function textHtml({ text, xPoints, role, ...run }: TextRun, yPoints: number): string {
  const looks = [
    run.isBold && 'b',
    run.isItalic && 'i',
    run.isUnderlined && 'u',
    run.isStruck && 's',
    isQuiet(role) && 'quiet',
  ];
  const names = looks.filter(Boolean).join(' ');
  const look = names === '' ? '' : ` class="${names}"`;
  return `<text x="${px(xPoints)}" y="${px(yPoints)}"${look}>${escapeHtml(text)}</text>`;
}

function isQuiet(role: TextRun['role']): boolean {
  return role === 'scene-number' || role === 'more' || role === 'continued';
}

/** Points → CSS pixels. */
function px(points: number): number {
  return Math.round((points * 96 * 100) / 72) / 100;
}
