import { plainText } from '#screenplay/emphasis.ts';
import type { Position } from '#screenplay/selection.ts';
import { adjacentLetterOffset, adjacentWordOffset } from '#screenplay/words.ts';
import type { Element } from '#shared/contract/elements.ts';
import { isMac } from '#web/lib/platform.ts';
import type { KeyPress } from '../keys/shortcut.ts';
import type { SheetLayout } from '../sheet/sheetLayout.ts';
import { lengthOf, lineOnPage, placeBeside, placeNear, xOf } from './places.ts';

export type Movement =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'wordLeft'
  | 'wordRight'
  | 'lineStart'
  | 'lineEnd'
  | 'elementStart'
  | 'elementEnd'
  | 'pageUp'
  | 'pageDown'
  | 'scriptStart'
  | 'scriptEnd';

const bare: Partial<Record<string, Movement>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'lineStart',
  End: 'lineEnd',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
};
const byWords: Partial<Record<string, Movement>> = {
  ArrowLeft: 'wordLeft',
  ArrowRight: 'wordRight',
  ArrowUp: 'elementStart',
  ArrowDown: 'elementEnd',
};
const toEdges: Partial<Record<string, Movement>> = { Home: 'scriptStart', End: 'scriptEnd' };
const macEdges: Partial<Record<string, Movement>> = {
  ...toEdges,
  ArrowLeft: 'lineStart',
  ArrowRight: 'lineEnd',
  ArrowUp: 'scriptStart',
  ArrowDown: 'scriptEnd',
};

/**
 * Return the movement of a key, with or without Shift; null for a key that does not move the caret.
 */
export function movementOf({ key, ctrlKey, metaKey, altKey }: KeyPress): Movement | null {
  if (isMac()) {
    if (ctrlKey) return null;
    if (altKey && metaKey) return null;
    return (altKey ? byWords : metaKey ? macEdges : bare)[key] ?? null;
  }
  if (altKey || metaKey) return null;
  return (ctrlKey ? { ...byWords, ...toEdges } : bare)[key] ?? null;
}

interface Script {
  book: SheetLayout;
  /** Shown elements, from which the sheet layout is made. */
  rows: readonly Element[];
  /** Height of the visible part of the editor. */
  viewPx: number;
}

/** Position after a move up or down, and the column that further moves keep. */
export interface CaretColumn {
  at: Position;
  xPx: number;
}

/** Return the position that a movement leads to. It crosses elements and pages. */
export function moveCaret(
  script: Script,
  from: Position,
  movement: Movement,
  column: CaretColumn | null = null,
): { to: Position; column: CaretColumn | null } {
  const isVertical = ['up', 'down', 'pageUp', 'pageDown'].includes(movement);
  if (isVertical) return movedUpOrDown(script, from, movement, column);
  return { to: movedInText(script, from, movement), column: null };
}

function movedInText({ book, rows }: Script, from: Position, movement: Movement): Position {
  const index = rows.findIndex(({ id }) => id === from.id);
  const row = rows[index];
  if (!row) return from;
  const text = plainText(row.content);
  const before = rows[index - 1];
  const after = rows[index + 1];
  const { id, offset } = from;
  const endOf = (element: Element) => ({ id: element.id, offset: lengthOf(element) });
  switch (movement) {
    case 'left':
    case 'wordLeft':
      if (offset <= 0) return before ? endOf(before) : from;
      return {
        id,
        offset: (movement === 'left' ? adjacentLetterOffset : adjacentWordOffset)(text, offset, -1),
      };
    case 'right':
    case 'wordRight':
      if (offset >= text.length) return after ? { id: after.id, offset: 0 } : from;
      return {
        id,
        offset: (movement === 'right' ? adjacentLetterOffset : adjacentWordOffset)(text, offset, 1),
      };
    case 'lineStart':
      return { id, offset: lineOnPage(book, rows, from)?.from ?? 0 };
    case 'lineEnd':
      return { id, offset: lineOnPage(book, rows, from)?.to ?? text.length };
    case 'elementStart':
      return offset > 0 || !before ? { id, offset: 0 } : { id: before.id, offset: 0 };
    case 'elementEnd':
      return offset < text.length || !after ? { id, offset: text.length } : endOf(after);
    case 'scriptStart':
      return { id: rows[0]?.id ?? id, offset: 0 };
    default: {
      const last = rows.at(-1);
      return last ? endOf(last) : from;
    }
  }
}

function movedUpOrDown(script: Script, from: Position, movement: Movement, column: CaretColumn | null) {
  const { book, rows, viewPx } = script;
  const line = lineOnPage(book, rows, from);
  if (!line) return { to: from, column: null };
  const isKept = column?.at.id === from.id && column.at.offset === from.offset;
  const xPx = isKept ? column.xPx : xOf(book, line, from.offset);
  const isDown = movement === 'down' || movement === 'pageDown';
  const stepPx = Math.max(book.measures.linePx, viewPx - 3 * book.measures.linePx);
  const found =
    movement === 'up' || movement === 'down'
      ? placeBeside(book, line, isDown ? 1 : -1, xPx)
      : placeNear(book, { xPx, yPx: line.topPx + (isDown ? stepPx : -stepPx) });
  // Beyond the first and last line are the start and the end.
  const to = found ?? movedInText(script, from, isDown ? 'scriptEnd' : 'scriptStart');
  return { to, column: { at: to, xPx } };
}
