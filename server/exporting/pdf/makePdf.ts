import { emptyTitlePage, type ScriptElement, type TitlePage } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { visibleElements } from '#screenplay/hidden.ts';
import { pageBoxOf } from '#screenplay/layout/metrics.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { placePage } from '#screenplay/layout/place.ts';
import type { PrintFacts } from '#screenplay/layout/setText.ts';
import { placeTitlePages } from '#screenplay/layout/titlePage.ts';
import type { TextRun } from '#screenplay/layout/types.ts';
import type { SourceExtras } from '#screenplay/screenplay.ts';
import { textOfSet } from '#screenplay/setText.ts';
import { needsShaper } from './compose.ts';
import { drawDocument } from './drawDocument.ts';
import { loadShaper } from './shaper.ts';

/** A script to print. */
export interface PdfInput {
  elements: readonly ScriptElement[];
  format: ScriptFormat;
  titlePage: TitlePage;
  /** What the script was read from; absent or null: it began here. */
  source?: SourceExtras | null;
  /** Names the document, and stands on the title page where nothing else does. */
  title: string;
  author?: string | null;
  /** BCP 47. */
  language?: string;
  /** Without it the same script always gives the same bytes. */
  createdAt?: Date | null;
}

/**
 * A script → a PDF file: the title page, then the script's pages as the paginator breaks them. A script without
 * elements gives the title page alone, or with one blank page where it is a Final Draft file whose paragraphs are all
 * blank. Takes all the time it needs: exportPdf calls it in a thread of its own.
 */
export async function makePdf(input: PdfInput): Promise<Uint8Array> {
  const { format } = input;
  const elements = visibleElements(input.elements, format);
  const title = input.title.trim() || 'Untitled';
  const author = input.author ?? input.titlePage.author;
  const titlePage =
    isBlank(input.titlePage) && !format.titleSection
      ? { ...emptyTitlePage, title, credit: author ? 'Written by' : '', author }
      : input.titlePage;
  const shape = textsOf(input).some(needsShaper) ? await loadShaper() : null;
  const { widthPoints, heightPoints } = pageBoxOf(format);
  const createdAt = input.createdAt ?? null;
  const printed: PrintFacts = { fileName: title, date: createdAt ? printedDate(createdAt) : '' };
  const titlePages = placeTitlePages(titlePage, format, printed);
  return drawDocument({
    pages: pagesOf(elements, format, titlePages, printed, input.source?.fdx !== undefined),
    titlePages: titlePages.length,
    elements,
    widthPoints,
    heightPoints,
    facts: {
      title,
      author: author.replaceAll('\n', ' '),
      language: input.language ?? 'en',
      createdAt,
    },
    shape,
  });
}

/** As Final Draft prints the date of a header. */
function printedDate(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}

/** The runs of each page; the title pages first. Pages are placed as they are asked for. */
function* pagesOf(
  elements: readonly ScriptElement[],
  format: ScriptFormat,
  titlePages: readonly TextRun[][],
  printed: PrintFacts,
  isFromFdx: boolean,
): Generator<TextRun[]> {
  yield* titlePages;
  // Final Draft has a paragraph in every script, and so a page.
  if (elements.length === 0 && !isFromFdx) return;
  const pagination = paginate(elements, format);
  for (let index = 0; index < pagination.pages.length; index++) yield placePage(pagination, index, printed);
}

function isBlank({ more, ...texts }: TitlePage): boolean {
  return more.length === 0 && Object.values(texts).every((text) => text.trim() === '');
}

/** Of headers, footers and title pages that a file set. */
function setTextsOf({ running, titleSection }: ScriptFormat): string[] {
  const all = [running, titleSection?.running].flatMap((texts) =>
    texts ? [...texts.header.paragraphs, ...texts.footer.paragraphs] : [],
  );
  return [...all, ...(titleSection?.paragraphs ?? [])].map(textOfSet);
}

function textsOf({ elements, format, titlePage, title, author }: PdfInput): string[] {
  const { more, ...texts } = titlePage;
  return [
    title,
    author ?? '',
    format.moreText,
    format.continuedText,
    ...Object.values(texts),
    ...setTextsOf(format),
    ...more.flatMap(({ key, value }) => [key, value]),
    ...elements.flatMap(({ content, sceneNumber }) => [content, sceneNumber ?? '']),
  ];
}
