import { emptyTitlePage, type ScriptElement, type TitlePage } from './element.ts';
import type { ScriptFormat } from './format.ts';
import { lockedLabelsOf } from './layout/pageNumbers.ts';
import { paginate } from './layout/paginate.ts';
import { placePage } from './layout/place.ts';
import type { PrintFacts } from './layout/setText.ts';
import { placeTitlePages } from './layout/titlePage.ts';
import type { TextRun } from './layout/types.ts';
import { provideLockRules } from './production/provideLockRules.ts';

provideLockRules();

interface TitlePagesInput {
  titlePage: TitlePage;
  format: ScriptFormat;
  /** Title and author for a script without a title page. */
  title: string;
  author?: string | null | undefined;
}

/**
 * Return the runs of each printed title page. A script without one gets its title and author.
 */
export function printedTitlePages(
  { titlePage, format, title, author = titlePage.author }: TitlePagesInput,
  facts: PrintFacts,
): TextRun[][] {
  const made = { ...emptyTitlePage, title, credit: author ? 'Written by' : '', author: author ?? '' };
  return placeTitlePages(isBlank(titlePage) && !format.titleSection ? made : titlePage, format, facts);
}

/**
 * Yield the runs of each printed page after the title pages, with its label if the pages are
 * locked. Pages are placed lazily.
 */
export function* labelledPages(
  elements: readonly ScriptElement[],
  format: ScriptFormat,
  facts: PrintFacts,
  isFromFdx: boolean,
): Generator<{ runs: TextRun[]; label?: string }> {
  // A Final Draft script always has a paragraph, and therefore a page.
  if (elements.length === 0 && !isFromFdx) return;
  const pagination = paginate(elements, format);
  const labels = lockedLabelsOf(pagination);
  for (let index = 0; index < pagination.pages.length; index++) {
    const label = labels?.[index];
    yield { runs: placePage(pagination, index, facts), ...(label !== undefined && { label }) };
  }
}

/** Yield the runs of each printed page, like labelledPages. */
export function* printedPages(...input: Parameters<typeof labelledPages>): Generator<TextRun[]> {
  for (const { runs } of labelledPages(...input)) yield runs;
}

function isBlank({ more, ...texts }: TitlePage): boolean {
  return more.length === 0 && Object.values(texts).every((text) => text.trim() === '');
}
