import type { RefObject } from 'react';
import {
  boundsOf,
  isCaret,
  isSpanning,
  type Position,
  type ScriptSelection,
  selectAll,
} from '#screenplay/selection.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createStore, derived } from '#web/lib/store.ts';
import type { ScriptChanges } from '../changes/scriptChanges.ts';
import type { ScriptPages } from '../desk/pagesStore.ts';
import { reveal } from '../desk/scrolling.ts';
import type { Writing } from '../editing/writing.ts';
import type { FirstSelection, LiveFieldHandle } from '../field/liveText.ts';
import { type CaretColumn, type Movement, moveCaret } from './moving.ts';
import { lengthOf, lineOnPage } from './places.ts';
import { beginningOf, firstSelectionOf, stretchIn, withIds } from './shown.ts';

export interface SelectionInput {
  desk: RefObject<HTMLElement | null>;
  field: RefObject<LiveFieldHandle | null>;
  changes: ScriptChanges;
  writing: Writing;
  pages: ScriptPages;
  canWrite: () => boolean;
  /** Puts the caret into an element. */
  edit: (element: Element, selection: FirstSelection, group?: string | null) => void;
  /** Gives the keyboard to an element of the page. */
  focusOn: (elementId: number | null) => void;
  /** The caret goes on below the last line. */
  onBelow: () => void;
}

interface KeptSelection {
  selection: ScriptSelection | null;
  /** It is the browser's, made by a finger: its handles stay, and no field of ours takes the keyboard. */
  isByTouch: boolean;
}

const nothing: KeptSelection = { selection: null, isByTouch: false };

/**
 * The one caret and the one selection of the script. Within an element that is written they are the field's own;
 * what reaches over its end is kept here, by places of the script, whatever is drawn of it.
 */
export function createSelectionState(input: SelectionInput) {
  const { changes, writing, field, pages, canWrite } = input;
  const { idOf } = changes.outbox;
  const kept = createStore(nothing);
  let column: CaretColumn | null = null;
  const selection = derived([kept, writing.line, changes.script], (now, line) =>
    line ? null : withIds(now.selection, idOf),
  );
  const set = (next: ScriptSelection | null) => {
    kept.set(next === null ? nothing : { selection: next, isByTouch: false });
  };
  // Who writes selects in the line.
  writing.watch(() => writing.line.get() && set(null));
  const bounds = derived([pages.rows, selection], (rows, at) => at && boundsOf(rows, at));
  const stretchOf = derived([bounds, pages.rows], (at, rows) => at && stretchIn(rows, at));
  /** What is shown of the script. */
  const list = () => {
    const shown = new Set(pages.rows.get().map(({ id }) => idOf(id)));
    return changes.elements().filter(({ id }) => shown.has(id) || id < 0);
  };

  /** What is selected, in the field or over several elements; a caret in the field is one, too. */
  const present = (): ScriptSelection | null => {
    const live = writing.line.get();
    if (!live) return withIds(kept.get().selection, idOf);
    const { start, end, isBackward } = field.current?.selection() ?? { start: 0, end: 0 };
    const [from, to] = [
      { id: live.id, offset: start },
      { id: live.id, offset: end },
    ];
    return isBackward ? { anchor: to, head: from } : { anchor: from, head: to };
  };

  /** Stores the line being written; where nothing of it is stored, its places are those of what stands before. */
  const settled = ({ anchor, head }: ScriptSelection): ScriptSelection | null => {
    const live = writing.line.get();
    if (!live) return { anchor, head };
    const afterId = live.base === null ? live.afterId : null;
    const isThere = writing.save() !== null;
    const elements = changes.elements();
    const before = elements.find(({ id }) => id === afterId) ?? null;
    const first = elements[0];
    if (!first) return null;
    const stand = (place: Position): Position => {
      if (isThere || place.id !== live.id) return place;
      return before ? { id: before.id, offset: lengthOf(before) } : { id: first.id, offset: 0 };
    };
    return { anchor: stand(anchor), head: stand(head) };
  };

  const select = (wanted: ScriptSelection, { isRevealed = true } = {}) => {
    const live = writing.line.get();
    const isOwn = !isSpanning(wanted) && canWrite();
    if (isOwn && live?.id === wanted.head.id) {
      field.current?.select(firstSelectionOf(wanted));
      return;
    }
    const next = settled(wanted);
    if (!next) return;
    const element = changes.elements().find(({ id }) => id === next.head.id);
    if (element && canWrite() && !isSpanning(next)) {
      set(null);
      input.edit(element, firstSelectionOf(next));
      return;
    }
    set(next);
    const book = pages.book.get();
    const line = lineOnPage(book, pages.rows.get(), next.head);
    if (line && isRevealed && input.desk.current)
      reveal(input.desk.current, line.topPx, line.topPx + book.measures.linePx);
  };
  const caretAt = (place: Position) => select({ anchor: place, head: place });

  /** Moves the caret, or with Shift the end of the selection. */
  const move = (movement: Movement, isExtended: boolean) => {
    const at = present();
    if (!at) return;
    const from = isExtended ? at.head : startOf(at, movement);
    const isCollapsed = !isExtended && !isCaret(at) && (movement === 'left' || movement === 'right');
    const viewPx = input.desk.current?.clientHeight ?? 0;
    const [book, rows] = [pages.book.get(), pages.rows.get()];
    const step = isCollapsed ? null : moveCaret({ book, rows, viewPx }, from, movement, column);
    const to = step?.to ?? from;
    const isAtEnd = movement === 'down' && to.id === from.id && to.offset === from.offset;
    if (isAtEnd && !isExtended && canWrite()) {
      input.onBelow();
      return;
    }
    const desk = input.desk.current;
    if (desk && (movement === 'pageUp' || movement === 'pageDown'))
      desk.scrollTop += (movement === 'pageUp' ? -1 : 1) * (viewPx - 3 * book.measures.linePx);
    select({ anchor: isExtended ? at.anchor : to, head: to });
    column = step?.column ?? null;
  };
  /** The end of what is selected to which a movement that does not extend it goes first. */
  const startOf = (at: ScriptSelection, movement: Movement): Position => {
    if (isCaret(at)) return at.head;
    const isBack = movement === 'left' || movement === 'up';
    const isForth = movement === 'right' || movement === 'down';
    if (!isBack && !isForth) return at.head;
    const index = ({ id }: Position) => pages.indexOf(id);
    const order = index(at.anchor) - index(at.head) || at.anchor.offset - at.head.offset;
    return isBack === order <= 0 ? at.anchor : at.head;
  };

  return {
    /** What reaches over the end of an element; null while there is a caret, or nothing. */
    selection,
    /** How many elements it reaches over, and the beginning of their text. */
    count: derived([bounds], (at) => (at ? at.to.index - at.from.index + 1 : 0)),
    beginning: derived([pages.rows, bounds], beginningOf),
    /** What of an element is selected; null where nothing is. */
    stretchOf,
    present,
    select,
    caretAt,
    move,
    /** The element that is written first, and then the script. */
    selectAll() {
      const all = selectAll(list());
      if (all) select(all, { isRevealed: false });
    },
    /** Into the script, from below it. */
    goUp(movement: Movement) {
      const end = selectAll(list())?.head;
      if (!end) return;
      caretAt(end);
      if (movement === 'scriptStart' || movement === 'pageUp') move(movement, false);
    },
    isByTouch: derived([kept], (now) => now.isByTouch),
    /** What a finger has selected by the browser's means; null: nothing any more. */
    take(next: ScriptSelection | null) {
      if (next === null) {
        if (kept.get().isByTouch) set(null);
        return;
      }
      if (writing.line.get()) writing.save();
      kept.set({ selection: next, isByTouch: true });
    },
    clear: () => set(null),
    /** The element at the end that moves; the selection is gone. */
    leave() {
      const at = withIds(kept.get().selection, idOf);
      set(null);
      if (at) input.focusOn(at.head.id);
    },
    /** Whether that place is within what is selected over several elements. */
    holds({ id, offset }: Position) {
      const stretch = canWrite() ? stretchOf.get()?.(id) : null;
      if (!stretch) return false;
      return offset >= stretch.start && offset <= stretch.end;
    },
    /** The same over stored elements: the line being written is stored first. */
    settled,
    /** What reaches over several elements, while no line is written. */
    spanning: () => (writing.line.get() ? null : withIds(kept.get().selection, idOf)),
    /** What is shown of the script. */
    list,
  };
}

export type SelectionState = ReturnType<typeof createSelectionState>;
