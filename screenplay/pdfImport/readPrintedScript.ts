import type { ScriptElement, TitlePage } from '../element.ts';
import { countByType } from '../elementTypes/table.ts';
import { defaultFormat, type ParagraphStyle, type ScriptFormat } from '../format.ts';
import type { ParseResult } from '../screenplay.ts';
import { bodyLinesOf } from './bodyLines.ts';
import { paragraphsOfLines } from './classifyLines.ts';
import { withoutClippedLetters } from './clippedLetters.ts';
import { withoutFurniture, withoutRepeatedEdges, withoutWatermarks } from './furniture.ts';
import { measurePrint } from './geometry.ts';
import type { PositionedPage } from './positionedText.ts';
import { commonText, elementsOfParagraphs } from './printedElements.ts';
import { printedLinesOf } from './printedLines.ts';
import { isFrontPage, titlePageOf } from './printedTitlePage.ts';
import { printReceipt } from './receipt.ts';
import { withoutRevisionMarks } from './revisionMarks.ts';
import { hasScriptTags, isTaggedFrontPage, taggedElements } from './taggedElements.ts';
import { uncertainPlaces } from './uncertainPlaces.ts';

const maxFrontPages = 3;

/**
 * Read a script from the positions of its printed text. Columns, line grid and page furniture are
 * taken from the print itself. Never throws. Source: docs/format.md, "Prints".
 */
export function readPrintedScript(printed: readonly PositionedPage[]): ParseResult {
  const source = withoutClippedLetters(printed);
  const sizePoints = measurePrint(source).sizePoints;
  const { pages, watermarks } = withoutWatermarks(source, sizePoints);
  const geometry = measurePrint(pages);
  const allLines = pages.map((page) => printedLinesOf(page, geometry.cellPoints));
  const lines = withoutRevisionMarks(allLines, geometry);
  const lined = pages.map((page, index) => ({ ...page, number: index + 1, lines: lines[index] ?? [] }));
  const frontPages = withoutRepeatedEdges(lined);
  let front = 0;
  const isTagged = hasScriptTags(source);
  while (front < Math.min(isTagged ? lined.length : maxFrontPages, lined.length)) {
    const page = frontPages[front];
    if (!page || !(isTagged ? isTaggedFrontPage(page) : isFrontPage(page, geometry))) break;
    front++;
  }
  // A print of nothing but title pages is a script without headings.
  if (!isTagged && front === lined.length) front = 0;
  const titlePage = titlePageOf(frontPages.slice(0, front), geometry);
  if (isTagged) return taggedScript(source, taggedElements(source, geometry.cellPoints), titlePage);
  const body = withoutFurniture(lined.slice(front), geometry);
  const bodyLines = bodyLinesOf(body.pages, geometry);
  const paragraphs = paragraphsOfLines({
    pages: body.pages,
    lines: bodyLines,
    geometry,
    paperPoints: source[0]?.widthPoints ?? 612,
  });
  const read = elementsOfParagraphs(paragraphs, formatOf(source, paragraphs));
  const moreText = commonText(body.pages.flatMap((page) => page.moreText ?? []));
  const format = moreText === null ? read.format : { ...read.format, moreText };
  const { elements } = read;
  const { places, notes } = uncertainPlaces(paragraphs, bodyLines);
  return {
    ok: true,
    screenplay: { titlePage, elements, format, source: null },
    notes,
    receipt: {
      ...printReceipt({
        countsByType: countByType(elements),
        paragraphs,
        leftOut: body.leftOut,
        watermarks,
      }),
      ...(places.length > 0 && { places }),
    },
  };
}

/** Return a script that was read from the tags of our PDF writer. */
function taggedScript(
  pages: readonly PositionedPage[],
  elements: ScriptElement[],
  titlePage: TitlePage,
): ParseResult {
  return {
    ok: true,
    screenplay: { titlePage, elements, format: formatOf(pages, elements), source: null },
    notes: [],
    receipt: { countsByType: countByType(elements), kept: [], uncertain: [], shortened: [] },
  };
}

interface Numbered {
  sceneNumber?: string | null;
}

function formatOf(pages: readonly PositionedPage[], numbered: readonly Numbered[]): ScriptFormat {
  const heightPoints = pages[0]?.heightPoints ?? 792;
  return {
    ...defaultFormat,
    paper: Math.abs(heightPoints - 842) < 15 ? 'a4' : 'letter',
    sceneNumbersShown: numbered.some(({ sceneNumber }) => typeof sceneNumber === 'string'),
    styles: { ...(defaultFormat.styles as Record<string, ParagraphStyle>) },
  };
}
