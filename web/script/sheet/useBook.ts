import { useMemo, useRef } from 'react';
import type { TitlePage } from '#screenplay/element.ts';
import { escapeText } from '#screenplay/emphasis.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Live } from '../editing/useLiveElement.ts';
import { printedOf } from './asPrinted.ts';
import { type Book, makeBook } from './book.ts';
import type { Measures } from './measures.ts';
import { titleSheetPx } from './TitleSheet.tsx';

interface Script {
  elements: Element[];
  format: ScriptFormat;
  titlePage: TitlePage;
}

/** The script as sheets, with the text in the field in place of the one stored; each book starts from the last. */
export function useBook(
  { elements, format, titlePage }: Script,
  live: Live | null,
  measures: Measures,
): Book {
  const shown = useMemo(() => withLive(elements, live), [elements, live]);
  const last = useRef<Book | undefined>(undefined);
  return useMemo(() => {
    const pagination = paginate(printedOf(shown), format, last.current?.pagination);
    const headPx = titleSheetPx(titlePage, format, measures);
    const titlePx = headPx > 0 ? headPx + measures.gapPx : 0;
    last.current = makeBook(pagination, measures, titlePx, last.current);
    return last.current;
  }, [shown, format, titlePage, measures]);
}

/** Marks are shown while editing, so that what is drawn is what is written. */
function withLive(elements: Element[], live: Live | null): Element[] {
  if (!live) return elements;
  const index = elements.findIndex(({ id }) => id === live.base.id);
  const element = elements[index];
  if (!element) return elements;
  return elements.with(index, { ...element, elementType: live.type, content: escapeText(live.text) });
}
