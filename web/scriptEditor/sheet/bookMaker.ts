import type { TitlePage } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Insets, VisibleIds } from './drawPage.ts';
import { toScriptElements } from './elementCasts.ts';
import type { Measures } from './measures.ts';
import { createSheetLayout, type SheetLayout } from './sheetLayout.ts';
import { titleSheetsPx } from './TitleSheet.tsx';

/** Create a function that makes the sheet layout and reuses the previous one. */
export function createSheetLayoutCache() {
  let last: SheetLayout | undefined;
  let shown: VisibleIds = null;
  return (
    /** The whole script with the active line. */
    elements: readonly Element[],
    /** The filtered elements in the same order; the same list without a filter. */
    rows: readonly Element[],
    format: ScriptFormat,
    titlePage: TitlePage,
    insets: Insets,
    measures: Measures,
  ): SheetLayout => {
    shown = shownOf(rows === elements ? null : rows, shown);
    const pagination = paginate(toScriptElements(elements), format, last?.pagination);
    const titlePx = titleSheetsPx(titlePage, format, measures);
    last = createSheetLayout(pagination, measures, titlePx, last, insets, shown);
    return last;
  };
}

/** Return the ids of these elements; the same set as long as they are equal. */
function shownOf(rows: readonly Element[] | null, last: VisibleIds): VisibleIds {
  const isSame = last?.size === rows?.length && rows?.every(({ id }) => last?.has(id));
  return isSame ? last : rows && new Set(rows.map(({ id }) => id));
}
