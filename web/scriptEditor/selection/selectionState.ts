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
  /** Focuses an element of the page. */
  focusOn: (elementId: number | null) => void;
  /** The caret continues in the bottom input. */
  onBelow: () => void;
}

/**
 * Create the single caret and selection of the script. Within the active line they are those of its
 * field. A selection beyond it is stored as positions of the script, whatever part of it is
 * rendered.
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
    /** Return the selection, in the field or over several elements. A caret in the field counts. */
    present,
    select,
    caretAt: (place: Position) => select({ anchor: place, head: place }),
    /** Select the element first, then the whole script. */
    selectAll() {
      const all = selectAll(list());
      if (all) select(all, { isRevealed: false });
    },
    clear: () => set(null),
    /** Clear the selection and return the element at its moving end. */
    leave() {
      const at = now();
      set(null);
      if (at) input.focusOn(at.head.id);
    },
    /** Return whether a position is inside a selection of several elements. */
    holds({ id, offset }: Position) {
      const stretch = canWrite() ? kept.stretchOf.get()?.(id) : null;
      return stretch ? offset >= stretch.start && offset <= stretch.end : false;
    },
    /** Return the selection over stored elements. The active line is stored first. */
    settled,
    /** Return the selection of several elements; null while a line is active. */
    spanning: () => (writing.line.get() ? null : now()),
    /** Return the shown elements. */
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

/**
 * Store the active line and map its positions. If nothing is stored, use the position before it.
 */
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
