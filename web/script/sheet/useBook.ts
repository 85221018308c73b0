import { useMemo, useRef } from 'react';
import type { TitlePage } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import type { Element } from '#shared/contract/elements.ts';
import { printedOf } from './asPrinted.ts';
import { type Book, makeBook } from './book.ts';
import type { Insets, Shown } from './drawPage.ts';
import type { Measures } from './measures.ts';
import { titleSheetPx } from './TitleSheet.tsx';

interface Script {
  /** The whole script, with the line being written. */
  elements: readonly Element[];
  /** What a filter leaves of it, in the same order; the same list where there is none. */
  rows: readonly Element[];
  format: ScriptFormat;
  titlePage: TitlePage;
  insets: Insets;
}

/** The script as sheets; each book starts from the last. */
export function useBook({ elements, rows, format, titlePage, insets }: Script, measures: Measures): Book {
  const last = useRef<Book | undefined>(undefined);
  const shown = useShown(rows === elements ? null : rows);
  return useMemo(() => {
    const pagination = paginate(printedOf(elements), format, last.current?.pagination);
    const headPx = titleSheetPx(titlePage, format, measures);
    const titlePx = headPx > 0 ? headPx + measures.gapPx : 0;
    last.current = makeBook(pagination, measures, titlePx, last.current, insets, shown);
    return last.current;
  }, [elements, shown, format, titlePage, measures, insets]);
}

/** The ids of those elements; the same set as long as they are the same. */
function useShown(rows: readonly Element[] | null): Shown {
  const last = useRef<Shown>(null);
  return useMemo(() => {
    const before = last.current;
    const isSame = before?.size === rows?.length && rows?.every(({ id }) => before?.has(id));
    if (!isSame) last.current = rows && new Set(rows.map(({ id }) => id));
    return last.current;
  }, [rows]);
}
