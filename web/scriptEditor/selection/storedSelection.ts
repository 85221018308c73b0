import { boundsOf, type ScriptSelection } from '#screenplay/selection.ts';
import { createStore, derived } from '#web/lib/store.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';
import type { ScriptPages } from '../pages/pages.ts';
import { beginningOf, remapSelectionIds, stretchIn } from './shown.ts';

interface KeptSelection {
  selection: ScriptSelection | null;
  /**
   * The selection is the browser's, made by touch: its handles stay, and no field takes the focus.
   */
  isByTouch: boolean;
}

const nothing: KeptSelection = { selection: null, isByTouch: false };

interface KeptSelectionInput {
  changes: ScriptSync;
  writing: ActiveLineEditor;
  pages: ScriptPages;
}

/** Create the store of the selection beyond the active line, and what it means for the pages. */
export function createStoredSelection({ changes, writing, pages }: KeptSelectionInput) {
  const { idOf } = changes.outbox;
  const kept = createStore(nothing);
  const selection = derived([kept, writing.line, changes.script], (now, line) =>
    line ? null : remapSelectionIds(now.selection, idOf),
  );
  const set = (next: ScriptSelection | null) => {
    kept.set(next === null ? nothing : { selection: next, isByTouch: false });
  };
  // Opening a line clears the selection.
  writing.watch(() => writing.line.get() && set(null));
  const bounds = derived([pages.rows, selection], (rows, at) => at && boundsOf(rows, at));
  return {
    /** Selection beyond one element; null for a caret or no selection. */
    selection,
    /** Number of selected elements, and the beginning of their text. */
    count: derived([bounds], (at) => (at ? at.to.index - at.from.index + 1 : 0)),
    beginning: derived([pages.rows, bounds], beginningOf),
    /** Function that returns the selected range of an element, or null. */
    stretchOf: derived([bounds, pages.rows], (at, rows) => at && stretchIn(rows, at)),
    isByTouch: derived([kept], (now) => now.isByTouch),
    /** Return the stored selection, also while a line is active. */
    now: () => remapSelectionIds(kept.get().selection, idOf),
    set,
    /** Take over the browser's selection made by touch; null: it was cleared. */
    take(next: ScriptSelection | null) {
      if (next === null) {
        if (kept.get().isByTouch) set(null);
        return;
      }
      if (writing.line.get()) writing.save();
      kept.set({ selection: next, isByTouch: true });
    },
  };
}
