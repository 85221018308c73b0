import type { Position } from '#screenplay/selection.ts';
import type { Element } from '#shared/contract/elements.ts';
import { lineOnPage, xOf } from '../selection/places.ts';
import type { SheetLayout } from '../sheet/sheetLayout.ts';
import styles from './DropCaret.module.css';

interface DropCaretProps {
  book: SheetLayout;
  rows: readonly Element[];
  place: Position;
  sheetLeftPx: number;
}

/** Caret at the position where the dragged text would be dropped. */
export function DropCaret({ book, rows, place, sheetLeftPx }: DropCaretProps) {
  const line = lineOnPage(book, rows, place);
  if (!line) return null;
  return (
    <i
      className={styles.caret}
      data-drop-caret=""
      style={{
        top: line.topPx,
        left: sheetLeftPx + xOf(book, line, place.offset) - 1,
        height: book.measures.linePx,
      }}
    />
  );
}
