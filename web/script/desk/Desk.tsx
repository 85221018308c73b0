import { type ReactNode, type RefObject, useLayoutEffect } from 'react';
import type { TitlePage } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { rowsOf } from '../sheet/asPrinted.ts';
import { type Book, pageIn, pagePlaceOf, pagesNear, sheetOfPage } from '../sheet/book.ts';
import { bodyLeftPx } from '../sheet/lines.ts';
import { SheetPage } from '../sheet/SheetPage.tsx';
import { TitleSheet } from '../sheet/TitleSheet.tsx';
import styles from './Desk.module.css';
import type { DeskView } from './useDeskView.ts';

interface DeskProps {
  desk: RefObject<HTMLDivElement | null>;
  book: Book;
  view: DeskView;
  /** Room below the script, so that its last line can stand where a typewriter has it. */
  isTypewriter: boolean;
  onScroll: () => void;
  format: ScriptFormat;
  titlePage: TitlePage;
  /** By scene. */
  sceneNumbers: ReadonlyMap<number, string>;
  canWrite: boolean;
  /** Index of the element that has, or would get, the focus; -1 for none. */
  currentIndex: number;
  liveId: number | null;
  /** The field and the tools in the margin. */
  overlay: ReactNode;
  /** Below the text of the last page. */
  ending: ReactNode;
}

/** The sheets near the window, at the places where all sheets would have them. */
export function Desk(props: DeskProps) {
  const { desk, book, view, onScroll, format, titlePage, canWrite, currentIndex, liveId } = props;
  const { measures, tops, bodies, titlePx } = book;
  const currentId = rowsOf(book.pagination.elements)[pagePlaceOf(book, currentIndex)]?.id ?? null;
  const pages = pagesToDraw(book, view, currentIndex);
  const lastPage = bodies.length - 1;
  // A sheet that is wider than the desk shows its text first, as much of it as there is room for.
  useLayoutEffect(() => {
    const { deskPx, sheetLeftPx, inchPx } = measures;
    const centredPx = (deskPx - view.widthPx) / 2;
    if (desk.current)
      desk.current.scrollLeft = Math.max(0, Math.min(centredPx, sheetLeftPx + textInches * inchPx));
  }, [desk, measures, view.widthPx]);
  return (
    <div
      ref={desk}
      className={styles.desk}
      onScroll={onScroll}
      data-desk=""
      data-wide={measures.deskPx > view.widthPx || undefined}
    >
      <div
        className={styles.stack}
        data-typewriter={props.isTypewriter || undefined}
        style={{
          height: tops.at(-1),
          minWidth: measures.deskPx,
          ['--inch' as string]: `${measures.inchPx}px`,
          ['--script-size' as string]: `${measures.fontPx}px`,
          ['--script-line' as string]: `${measures.linePx}px`,
          ['--sheet' as string]: `${measures.sheetPx}px`,
          ['--head' as string]: `${measures.headPx}px`,
          ['--body' as string]: `${bodyLeftPx(format, measures)}px`,
        }}
      >
        {titlePx > 0 && <TitleSheet titlePage={titlePage} format={format} measures={measures} />}
        {pages.map((index) => {
          const page = pageIn(book, index);
          const has = (id: number | null) => page.pieces.some(({ element }) => element.id === id);
          const isLast = index === lastPage;
          const heightPx = measures.headPx + (bodies[index] ?? 0) + measures.footPx;
          return (
            <SheetPage
              key={index}
              page={page}
              number={(book.pages[index] ?? 0) + 1}
              topPx={tops[index] ?? 0}
              heightPx={isLast ? Math.max(heightPx, lastSheetInches * measures.inchPx) : heightPx}
              measures={measures}
              format={format}
              sceneNumbers={props.sceneNumbers}
              areNumbersShown={format.sceneNumbersShown}
              canWrite={canWrite}
              liveId={has(liveId) ? liveId : null}
              tabStopId={has(currentId) ? currentId : null}
            >
              {isLast && (
                <>
                  <div style={{ height: measures.headPx + (bodies[index] ?? 0) }} />
                  {props.ending}
                  <div className={styles.end} />
                </>
              )}
            </SheetPage>
          );
        })}
        {props.overlay}
      </div>
    </div>
  );
}

/** A little to the left of where action begins. */
const textInches = 1.25;
/** The last sheet is never a mere strip. */
const lastSheetInches = 7.3;

/** Those near the window, and that of the current element, which keeps the focus while one scrolls away from it. */
function pagesToDraw(book: Book, { scrollPx, heightPx }: DeskView, currentIndex: number): number[] {
  const { first, last } = pagesNear(book, scrollPx, heightPx);
  const pages = Array.from({ length: last - first + 1 }, (_page, index) => first + index);
  if (currentIndex < 0) return pages;
  const own = sheetOfPage(book, currentIndex);
  if (own < first) return [own, ...pages];
  return own > last ? [...pages, own] : pages;
}
