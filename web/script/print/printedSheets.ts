import { visibleElements } from '#screenplay/hidden.ts';
import { pageBoxOf } from '#screenplay/layout/metrics.ts';
import { printedPages, printedTitlePages } from '#screenplay/printedPages.ts';
import { svgText, toPixels } from '#screenplay/svgText.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { toScriptElements } from '#web/scriptEditor/sheet/elementCasts.ts';

/** Return the pages that the PDF of a script has as pictures, in SVG at 96 pixels an inch. */
export function printedSheetsHtml(
  { name, titlePage, format }: Pick<Project, 'name' | 'titlePage' | 'format'>,
  script: readonly Element[],
  sceneNumbers: ReadonlyMap<number, string>,
): string {
  const { widthPoints, heightPoints } = pageBoxOf(format);
  const box = `0 0 ${toPixels(widthPoints)} ${toPixels(heightPoints)}`;
  const numbered = script.map((element) => ({
    ...element,
    sceneNumber: element.sceneId === null ? null : (sceneNumbers.get(element.sceneId) ?? null),
  }));
  const elements = toScriptElements(visibleElements(numbered, format));
  const title = name.trim() || 'Untitled';
  const facts = { fileName: title, date: '' };
  const pages = [
    ...printedTitlePages({ titlePage, format, title }, facts),
    ...printedPages(elements, format, facts, false),
  ];
  return pages
    .map((runs) => `<svg viewBox="${box}">${runs.map((run) => svgText(run, run.yPoints)).join('')}</svg>`)
    .join('');
}
