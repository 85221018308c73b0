import type { TitlePage } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import type { Element } from '#shared/contract/elements.ts';
import { printedOf } from './asPrinted.ts';
import { type Book, makeBook } from './book.ts';
import type { Insets, Shown } from './drawPage.ts';
import type { Measures } from './measures.ts';
import { titleSheetPx } from './TitleSheet.tsx';

/** Makes the script into sheets; each book starts from the last. */
export function bookMaker() {
  let last: Book | undefined;
  let shown: Shown = null;
  return (
    /** The whole script, with the line being written. */
    elements: readonly Element[],
    /** What a filter leaves of it, in the same order; the same list where there is none. */
    rows: readonly Element[],
    format: ScriptFormat,
    titlePage: TitlePage,
    insets: Insets,
    measures: Measures,
  ): Book => {
    shown = shownOf(rows === elements ? null : rows, shown);
    const pagination = paginate(printedOf(elements), format, last?.pagination);
    const headPx = titleSheetPx(titlePage, format, measures);
    const titlePx = headPx > 0 ? headPx + measures.gapPx : 0;
    last = makeBook(pagination, measures, titlePx, last, insets, shown);
    return last;
  };
}

/** The ids of those elements; the same set as long as they are the same. */
function shownOf(rows: readonly Element[] | null, last: Shown): Shown {
  const isSame = last?.size === rows?.length && rows?.every(({ id }) => last?.has(id));
  return isSame ? last : rows && new Set(rows.map(({ id }) => id));
}
