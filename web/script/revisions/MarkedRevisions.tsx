import { useEffect, useLayoutEffect } from 'react';
import { readableColor } from '#screenplay/revisions/readableColor.ts';
import { revisionMarksOf } from '#screenplay/revisions/revisedText.ts';
import { noSet, setsOnPage, shownSetsOf } from '#screenplay/revisions/shownMarks.ts';
import { afterPaint, useStore } from '#web/lib/store.ts';
import { toScriptElement } from '#web/scriptEditor/sheet/elementCasts.ts';
import { piecesInView } from '../marks/markRows.ts';
import { useScriptScreen } from '../scriptScreen.ts';
import styles from './MarkedRevisions.module.css';
import { eraseRevisions, type PaintedText, paintRevisions } from './paintRevisions.ts';

/** Grounds of the sheet in both themes (web/tokens.css). */
const grounds = ['#ffffff', '#1e1c1a'] as const;

/** Return a colour of a set as it can be read in both themes. */
function themedColor(color: string): string {
  return `light-dark(${grounds.map((ground) => readableColor(color, ground)).join(', ')})`;
}

/** Width that a mark needs on a phone. */
const phoneMarkPx = 12;

/** Marks of revisions on the pages: in the right margin, and as colours of the text. */
export function MarkedRevisions() {
  const { focus, given, nodes, pages, view } = useScriptScreen();
  const revisions = useStore(given, ({ project }) => project.format.revisions);
  const book = useStore(afterPaint(pages.book));
  const { measures } = book;
  const canWrite = useStore(given, (now) => now.canWrite);
  const currentId = useStore(focus.currentIndex, (index) => pages.rows.get()[index]?.id);
  /** The name of its type is beside its first line. */
  const namedId = canWrite && !measures.isPhone ? currentId : null;
  const seen = useStore(afterPaint(view));
  const pieces = revisions
    ? piecesInView(book, seen).map((piece) => ({ ...piece, scriptElement: toScriptElement(piece.element) }))
    : [];
  useRevisionColors(
    nodes.desk,
    revisions?.sets.map(({ color }) => themedColor(color)) ?? [],
    revisions
      ? pieces.flatMap(({ element, scriptElement }): PaintedText[] =>
          revisionMarksOf(scriptElement).runs.flatMap(([start, end, mark]) => {
            const set = shownSetsOf(revisions).get(mark);
            return set === undefined ? [] : [{ elementId: element.id, start, end, set }];
          }),
        )
      : [],
  );
  if (!revisions) return null;
  const leftPx = measures.isPhone ? measures.sheetPx - phoneMarkPx : revisions.markInches * measures.inchPx;
  return [...Map.groupBy(pieces, ({ page }) => page).values()].flatMap((onPage) => {
    const marked = onPage.map(({ scriptElement, lines }) => ({ element: scriptElement, lines }));
    const sets = setsOnPage(marked, revisions);
    return onPage.map(({ element, page, lines, topPx, abovePx, pitchPx }, index) => {
      const setsOfPiece = sets[index] ?? [];
      const last = revisions.sets[Math.max(noSet, ...setsOfPiece)];
      if (!last) return null;
      return (
        <div
          key={`${element.id}.${page}`}
          role="img"
          aria-label={`Revised: ${last.name}`}
          className={styles.marks}
          style={{ top: topPx + abovePx, left: measures.sheetLeftPx + leftPx }}
        >
          {setsOfPiece.map((set, line) => (
            <span
              key={lines[line]?.from}
              className={styles.mark}
              data-covered={(element.id === namedId && line === 0) || undefined}
              style={{
                top: line * pitchPx,
                fontSize: measures.fontPx,
                lineHeight: `${measures.linePx}px`,
                color: themedColor(revisions.sets[set]?.color ?? '#000000'),
              }}
            >
              {revisions.sets[set]?.mark}
            </span>
          ))}
        </div>
      );
    });
  });
}

/** Colour the text of revisions without changing the document. */
function useRevisionColors(
  desk: { current: HTMLElement | null },
  colors: readonly string[],
  texts: readonly PaintedText[],
): void {
  useLayoutEffect(() => {
    const node = desk.current;
    if (!node) return;
    const paint = () => paintRevisions(node, colors, texts);
    paint();
    let frame = 0;
    const observer = new MutationObserver(() => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        paint();
      });
    });
    observer.observe(node, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  });
  useEffect(() => eraseRevisions, []);
}
