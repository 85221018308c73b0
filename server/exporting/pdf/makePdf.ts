import { emptyTitlePage, type ScriptElement, type TitlePage } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { pageBoxOf } from '#screenplay/layout/metrics.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { placePage } from '#screenplay/layout/place.ts';
import { placeTitlePage } from '#screenplay/layout/titlePage.ts';
import type { TextRun } from '#screenplay/layout/types.ts';
import { needsShaper } from './compose.ts';
import { drawDocument } from './drawDocument.ts';
import { loadShaper } from './shaper.ts';

/** A script to print. */
export interface PdfInput {
  elements: readonly ScriptElement[];
  format: ScriptFormat;
  titlePage: TitlePage;
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
 * elements gives the title page alone. Takes all the time it needs: exportPdf calls it in a thread of its own.
 */
export async function makePdf(input: PdfInput): Promise<Uint8Array> {
  const { elements, format } = input;
  const title = input.title.trim() || 'Untitled';
  const author = input.author ?? input.titlePage.author;
  const titlePage = isBlank(input.titlePage)
    ? { ...emptyTitlePage, title, credit: author ? 'Written by' : '', author }
    : input.titlePage;
  const shape = textsOf(input).some(needsShaper) ? await loadShaper() : null;
  const { widthPoints, heightPoints } = pageBoxOf(format);
  return drawDocument({
    pages: pagesOf(elements, format, titlePage),
    elements,
    widthPoints,
    heightPoints,
    facts: {
      title,
      author: author.replaceAll('\n', ' '),
      language: input.language ?? 'en',
      createdAt: input.createdAt ?? null,
    },
    shape,
  });
}

/** The runs of each page; the title page first. Pages are placed as they are asked for. */
function* pagesOf(
  elements: readonly ScriptElement[],
  format: ScriptFormat,
  titlePage: TitlePage,
): Generator<TextRun[]> {
  yield placeTitlePage(titlePage, format);
  if (elements.length === 0) return;
  const pagination = paginate(elements, format);
  for (let index = 0; index < pagination.pages.length; index++) yield placePage(pagination, index);
}

function isBlank({ more, ...texts }: TitlePage): boolean {
  return more.length === 0 && Object.values(texts).every((text) => text.trim() === '');
}

function textsOf({ elements, format, titlePage, title, author }: PdfInput): string[] {
  const { more, ...texts } = titlePage;
  return [
    title,
    author ?? '',
    format.moreText,
    format.continuedText,
    ...Object.values(texts),
    ...more.flatMap(({ key, value }) => [key, value]),
    ...elements.flatMap(({ content, sceneNumber }) => [content, sceneNumber ?? '']),
  ];
}
