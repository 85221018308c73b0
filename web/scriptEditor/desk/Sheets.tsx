import { type ReactNode, useLayoutEffect } from 'react';
import { lockedLabelsOf } from '#screenplay/layout/pageNumbers.ts';
import { lockRules } from '#screenplay/production/lockRules.ts';
import { useStore } from '#web/lib/store.ts';
import type { EditorViewport } from '../pages/editorViewport.ts';
import { useElementFocus } from '../pages/elementFocus.ts';
import { viewPreferences } from '../pages/viewPreferences.ts';
import { roomAboveFor } from '../pages/writingHeight.ts';
import { useScriptEditor } from '../scriptEditor.ts';
import { toElementRows } from '../sheet/elementCasts.ts';
import { SheetPage } from '../sheet/SheetPage.tsx';
import {
  pageIn,
  pagePlaceOf,
  pagesNear,
  type SheetLayout,
  sheetHeightPx,
  sheetOfPage,
} from '../sheet/sheetLayout.ts';
import { sheetStyle } from '../sheet/sheetStyle.ts';
import { TitleSheet } from '../sheet/TitleSheet.tsx';
import styles from './Desk.module.css';
import { useEditorViewport } from './useEditorViewport.ts';
import { useLetterSpacing } from './useLetterSpacing.ts';
import { useTypewriter } from './useTypewriter.ts';

interface SheetsProps {
  /** Field, selection, and tools in the margin. */
  overlay: ReactNode;
  /** Content below the text of the last page. */
  ending: ReactNode;
}

/** Sheets near the viewport, at their positions among all sheets. */
export function Sheets({ overlay, ending }: SheetsProps) {
  const desk = useScriptEditor();
  const node = desk.nodes.desk;
  const book = useStore(desk.pages.book);
  const view = useStore(desk.view);
  const { format, titlePage } = useStore(desk.given, ({ project }) => project);
  const isTypewriter = useStore(viewPreferences, (now) => now.isTypewriter);
  const { measures, titlePx } = book;
  const onScroll = useEditorViewport(desk, titlePx);
  useTypewriter(node, isTypewriter, roomAboveFor(isTypewriter, view.heightPx));
  useElementFocus(node, desk.focus);
  useLetterSpacing(node, measures.charPx);
  // If a sheet is wider than the editor, show as much of its text as fits.
  useLayoutEffect(() => {
    const { deskPx, sheetLeftPx, inchPx } = measures;
    const centredPx = (deskPx - view.widthPx) / 2;
    if (node.current)
      node.current.scrollLeft = Math.max(0, Math.min(centredPx, sheetLeftPx + textInches * inchPx));
  }, [node, measures, view.widthPx]);
  return (
    <div
      ref={node}
      className={styles.desk}
      onScroll={onScroll}
      data-desk=""
      data-wide={measures.deskPx > view.widthPx || undefined}
    >
      <div
        className={styles.stack}
        data-typewriter={isTypewriter || undefined}
        style={{
          height: book.tops.at(-1),
          // The first page can stand at the top of the window, also where it is the only one.
          minHeight: titlePx + view.heightPx,
          minWidth: measures.deskPx,
          ...sheetStyle(format, measures),
        }}
      >
        {titlePx > 0 && <TitleSheet titlePage={titlePage} format={format} measures={measures} />}
        <DrawnSheets book={book} view={view} ending={ending} />
        {overlay}
      </div>
    </div>
  );
}

/** Sheets of the rendered pages. */
function DrawnSheets({ book, view, ending }: { book: SheetLayout; view: EditorViewport; ending: ReactNode }) {
  const desk = useScriptEditor();
  const { project, sceneNumbers, canWrite } = useStore(desk.given);
  const currentIndex = useStore(desk.focus.currentIndex);
  const liveId = useStore(desk.writing.line, (live) => live?.id ?? null);
  const { format } = project;
  const { measures, tops, bodies } = book;
  const currentId = toElementRows(book.pagination.elements)[pagePlaceOf(book, currentIndex)]?.id ?? null;
  const lastPage = bodies.length - 1;
  const labels = lockedLabelsOf(book.pagination);
  return pagesToDraw(book, view, currentIndex).map((index) => {
    const page = pageIn(book, index);
    const has = (id: number | null) => page.pieces.some(({ element }) => element.id === id);
    const isLast = index === lastPage;
    return (
      <SheetPage
        // The key of the last sheet stays the same when a page is added, so that the bottom input
        // keeps the focus.
        key={isLast ? 'last' : index}
        page={page}
        number={(book.pages[index] ?? 0) + 1}
        pages={book.pagination.pages.length}
        label={labels?.[book.pages[index] ?? 0]}
        lastLabel={labels?.at(-1)}
        revised={lockRules()?.revisionFactsOn(book.pagination, book.pages[index] ?? 0)}
        fileName={project.name}
        topPx={tops[index] ?? 0}
        heightPx={sheetHeightPx(book, index)}
        measures={measures}
        format={format}
        sceneNumbers={sceneNumbers}
        areNumbersShown={format.sceneNumbersShown}
        canWrite={canWrite}
        liveId={has(liveId) ? liveId : null}
        tabStopId={has(currentId) ? currentId : null}
      >
        {isLast && (
          <>
            <div style={{ height: measures.headPx + (bodies[index] ?? 0) }} />
            {ending}
            <div className={styles.end} />
          </>
        )}
      </SheetPage>
    );
  });
}

/** A little to the left of the left edge of action. */
const textInches = 1.25;

/**
 * Return the pages near the viewport, and the page of the current element, which keeps the focus
 * while the user scrolls.
 */
function pagesToDraw(
  book: SheetLayout,
  { scrollPx, heightPx }: EditorViewport,
  currentIndex: number,
): number[] {
  const { first, last } = pagesNear(book, scrollPx, heightPx);
  const pages = Array.from({ length: last - first + 1 }, (_page, index) => first + index);
  if (currentIndex < 0) return pages;
  const own = sheetOfPage(book, currentIndex);
  if (own < first) return [own, ...pages];
  return own > last ? [...pages, own] : pages;
}
