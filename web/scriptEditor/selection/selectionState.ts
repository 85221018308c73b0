import type { RefObject } from 'react';
import { isSpanning, type Position, type ScriptSelection, selectAll } from '#screenplay/selection.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import type { FirstSelection, LiveFieldHandle } from '../field/liveText.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';
import type { ScriptPages } from '../pages/pages.ts';
import { reveal } from '../pages/scrolling.ts';
import { lengthOf, lineOnPage } from './places.ts';
import { firstSelectionOf } from './shown.ts';
import { createStoredSelection } from './storedSelection.ts';

export interface SelectionInput {
  desk: RefObject<HTMLElement | null>;
  field: RefObject<LiveFieldHandle | null>;
  changes: ScriptSync;
  writing: ActiveLineEditor;
  pages: ScriptPages;
  canWrite: () => boolean;
  /** Puts the caret into an element. */
  edit: (element: Element, selection: FirstSelection, group?: string | null) => void;
  /** Gives the keyboard to an element of the page. */
  focusOn: (elementId: number | null) => void;
  /** The caret goes on below the last line. */
  onBelow: () => void;
}

/**
 * The one caret and the one selection of the script. Within an element that is written they are the field's own;
 * what reaches over its end is kept here, by places of the script, whatever is drawn of it.
 */
export function createSelectionState(input: SelectionInput) {
  const { changes, writing, pages, canWrite } = input;
  const { idOf } = changes.outbox;
  const { now, set, ...kept } = createStoredSelection(input);
  const present = () => presentIn(input, now());
  const settled = (at: ScriptSelection) => settledIn(input, at);
  const list = () => {
    const shown = new Set(pages.rows.get().map(({ id }) => idOf(id)));
    return changes.elements().filter(({ id }) => shown.has(id) || id < 0);
  };
  const select = (wanted: ScriptSelection, { isRevealed = true } = {}) => {
    const live = writing.line.get();
    const isOwn = !isSpanning(wanted) && canWrite();
    if (isOwn && live?.id === wanted.head.id) {
      input.field.current?.select(firstSelectionOf(wanted));
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
    if (isRevealed) revealIn(input, next.head);
  };
  return {
    ...kept,
    /** What is selected, in the field or over several elements; a caret in the field is one, too. */
    present,
    select,
    caretAt: (place: Position) => select({ anchor: place, head: place }),
    /** The element that is written first, and then the script. */
    selectAll() {
      const all = selectAll(list());
      if (all) select(all, { isRevealed: false });
    },
    clear: () => set(null),
    /** The element at the end that moves; the selection is gone. */
    leave() {
      const at = now();
      set(null);
      if (at) input.focusOn(at.head.id);
    },
    /** Whether that place is within what is selected over several elements. */
    holds({ id, offset }: Position) {
      const stretch = canWrite() ? kept.stretchOf.get()?.(id) : null;
      return stretch ? offset >= stretch.start && offset <= stretch.end : false;
    },
    /** The same over stored elements: the line being written is stored first. */
    settled,
    /** What reaches over several elements, while no line is written. */
    spanning: () => (writing.line.get() ? null : now()),
    /** What is shown of the script. */
    list,
  };
}

export type SelectionState = ReturnType<typeof createSelectionState>;

function presentIn({ writing, field }: SelectionInput, kept: ScriptSelection | null): ScriptSelection | null {
  const live = writing.line.get();
  if (!live) return kept;
  const { start, end, isBackward } = field.current?.selection() ?? { start: 0, end: 0 };
  const from = { id: live.id, offset: start };
  const to = { id: live.id, offset: end };
  return isBackward ? { anchor: to, head: from } : { anchor: from, head: to };
}

/** Stores the line being written; where nothing of it is stored, its places are those of what stands before. */
function settledIn({ changes, writing }: SelectionInput, at: ScriptSelection): ScriptSelection | null {
  const live = writing.line.get();
  if (!live) return at;
  const stored = changes.elements();
  const index = stored.findIndex(({ id }) => id === live.id);
  const afterId = live.base === null ? live.afterId : (stored[index - 1]?.id ?? null);
  const isThere = writing.save() !== null;
  const elements = changes.elements();
  const before = elements.find(({ id }) => id === afterId) ?? null;
  const first = elements[0];
  if (!first) return null;
  const stand = (place: Position): Position => {
    if (isThere || place.id !== live.id) return place;
    return before ? { id: before.id, offset: lengthOf(before) } : { id: first.id, offset: 0 };
  };
  return { anchor: stand(at.anchor), head: stand(at.head) };
}

function revealIn({ desk, pages }: SelectionInput, place: Position): void {
  const book = pages.book.get();
  const line = lineOnPage(book, pages.rows.get(), place);
  if (line && desk.current) reveal(desk.current, line.topPx, line.topPx + book.measures.linePx);
}
