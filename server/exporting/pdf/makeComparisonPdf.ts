import { compareDraftsInSteps } from '#screenplay/comparing/compareDrafts.ts';
import { type Draft, labelDraftInSteps } from '#screenplay/comparing/draft.ts';
import { emptyTitlePage } from '#screenplay/element.ts';
import { pageBoxOf } from '#screenplay/layout/metrics.ts';
import { placeTitlePages } from '#screenplay/layout/titlePage.ts';
import { comparisonSummary } from '#screenplay/printing/comparisonTexts.ts';
import { printedComparison } from '#screenplay/printing/printedComparison.ts';
import { runToCompletion } from '#screenplay/steps.ts';
import { needsShaper } from './compose.ts';
import { drawDocument, type PdfPage } from './drawDocument.ts';
import { loadShaper } from './shaper.ts';

/** Two drafts to compare in a PDF. */
export interface ComparisonInput {
  title: string;
  before: Draft;
  after: Draft;
  names: { before: string; after: string };
  /** BCP 47 code. */
  language: string;
  createdAt: Date | null;
}

/** Create a PDF of two drafts as one marked script. Blocks until finished: use a worker thread. */
export async function makeComparisonPdf(input: ComparisonInput): Promise<Uint8Array> {
  const { title, names, language, createdAt } = input;
  const [before, after] = [input.before, input.after].map((draft) =>
    runToCompletion(labelDraftInSteps(draft)),
  );
  if (!before || !after) throw new Error('There are two drafts');
  const comparison = runToCompletion(compareDraftsInSteps(before, after));
  const { elements, format, pages } = printedComparison({ comparison, names });
  const titleSection = comparisonSummary(title, names, comparison);
  const summary = placeTitlePages(emptyTitlePage, { ...format, titleSection });
  const texts = [...summary.flat().map(({ text }) => text), ...elements.map(({ content }) => content)];
  return drawDocument({
    pages: inOrder(summary, pages),
    titlePages: summary.length,
    elements,
    format,
    ...pageBoxOf(format),
    facts: { title: `Changes of ${title}`, author: '', language, createdAt, copyCode: '' },
    shape: [...texts, names.before, names.after].some(needsShaper) ? await loadShaper() : null,
  });
}

function* inOrder(summary: readonly PdfPage['runs'][], pages: Iterable<PdfPage>): Generator<PdfPage> {
  for (const runs of summary) yield { runs };
  yield* pages;
}
