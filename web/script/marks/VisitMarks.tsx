import { useStore } from '#web/lib/store.ts';
import type { EditorViewport } from '#web/scriptEditor/pages/editorViewport.ts';
import { pageIn, pagesNear, type SheetLayout } from '#web/scriptEditor/sheet/sheetLayout.ts';
import { useScriptScreen } from '../scriptScreen.ts';
import styles from './VisitMarks.module.css';

/** Distance of a mark from the left edge of a sheet; a phone has hardly a margin. */
const markInches = 0.5;
const phoneMarkPx = 4;

/** Marks in the left margin beside what others changed since the last visit. */
export function VisitMarks() {
  const { changedSinceVisit, pages, view } = useScriptScreen();
  const book = useStore(pages.book);
  const rows = visitMarkRows(book, useStore(view), useStore(changedSinceVisit));
  const { sheetLeftPx, inchPx, isPhone } = book.measures;
  const leftPx = sheetLeftPx + (isPhone ? phoneMarkPx : markInches * inchPx);
  return rows.map(({ key, topPx, heightPx }) => (
    <div
      key={key}
      role="img"
      aria-label="Changed since your last visit"
      className={styles.mark}
      style={{ top: topPx, left: leftPx, height: heightPx }}
    />
  ));
}

/** Return the marks of the changed elements near the viewport, one for each page of an element. */
function visitMarkRows(book: SheetLayout, view: EditorViewport, changed: ReadonlySet<number>) {
  const { measures, tops } = book;
  const { first, last } = pagesNear(book, view.scrollPx, view.heightPx);
  const found = [];
  for (let page = first; page <= last; page++) {
    for (const { element, topPx, abovePx, lines } of pageIn(book, page).pieces) {
      if (!changed.has(element.id) || lines.length === 0) continue;
      found.push({
        key: `${element.id}.${page}`,
        topPx: (tops[page] ?? 0) + measures.headPx + topPx + abovePx,
        heightPx: lines.length * measures.linePx,
      });
    }
  }
  return found;
}
