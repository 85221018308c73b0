import { isCaret, type Position, type ScriptSelection, selectAll } from '#screenplay/selection.ts';
import { type CaretColumn, type Movement, moveCaret } from './moving.ts';
import type { SelectionInput, SelectionState } from './selectionState.ts';

/** Create the commands that move the caret by keys, over elements and pages. */
export function createCaretMoves(input: SelectionInput, state: SelectionState) {
  const { pages } = input;
  const { present, select } = state;
  /** Column that up and down keep, also over shorter lines. */
  let column: CaretColumn | null = null;

  /** Return the end of the selection at which a movement without Shift starts. */
  const startOf = (at: ScriptSelection, movement: Movement): Position => {
    if (isCaret(at)) return at.head;
    const isBack = movement === 'left' || movement === 'up';
    const isForth = movement === 'right' || movement === 'down';
    if (!isBack && !isForth) return at.head;
    const index = ({ id }: Position) => pages.indexOf(id);
    const order = index(at.anchor) - index(at.head) || at.anchor.offset - at.head.offset;
    return isBack === order <= 0 ? at.anchor : at.head;
  };
  const move = (movement: Movement, isExtended: boolean): void => {
    const at = present();
    if (!at) return;
    const from = isExtended ? at.head : startOf(at, movement);
    const isCollapsed = !isExtended && !isCaret(at) && (movement === 'left' || movement === 'right');
    const desk = input.desk.current;
    const viewPx = desk?.clientHeight ?? 0;
    const [book, rows] = [pages.book.get(), pages.rows.get()];
    const step = isCollapsed ? null : moveCaret({ book, rows, viewPx }, from, movement, column);
    const to = step?.to ?? from;
    const isAtEnd = movement === 'down' && to.id === from.id && to.offset === from.offset;
    if (isAtEnd && !isExtended && input.canWrite()) {
      input.onBelow();
      return;
    }
    if (desk && (movement === 'pageUp' || movement === 'pageDown'))
      desk.scrollTop += (movement === 'pageUp' ? -1 : 1) * (viewPx - 3 * book.measures.linePx);
    select({ anchor: isExtended ? at.anchor : to, head: to });
    column = step?.column ?? null;
  };
  return {
    /** Move the caret or, with Shift, the moving end of the selection. */
    move,
    /** Move from the bottom input into the script. */
    goUp(movement: Movement) {
      const end = selectAll(state.list())?.head;
      if (!end) return;
      select({ anchor: end, head: end });
      if (movement === 'scriptStart' || movement === 'pageUp') move(movement, false);
    },
  };
}
