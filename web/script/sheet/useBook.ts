import { useMemo, useRef } from 'react';
import type { TitlePage } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import type { Element } from '#shared/contract/elements.ts';
import { printedOf } from './asPrinted.ts';
import { type Book, makeBook } from './book.ts';
import type { Insets } from './drawPage.ts';
import type { Measures } from './measures.ts';
import { titleSheetPx } from './TitleSheet.tsx';

interface Script {
  elements: readonly Element[];
  format: ScriptFormat;
  titlePage: TitlePage;
  insets: Insets;
}

/** The script as sheets; each book starts from the last. */
export function useBook({ elements, format, titlePage, insets }: Script, measures: Measures): Book {
  const last = useRef<Book | undefined>(undefined);
  return useMemo(() => {
    const pagination = paginate(printedOf(elements), format, last.current?.pagination);
    const headPx = titleSheetPx(titlePage, format, measures);
    const titlePx = headPx > 0 ? headPx + measures.gapPx : 0;
    last.current = makeBook(pagination, measures, titlePx, last.current, insets);
    return last.current;
  }, [elements, format, titlePage, measures, insets]);
}
