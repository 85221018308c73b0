import { boundsOf, type ScriptSelection } from '#screenplay/selection.ts';
import { createStore, derived } from '#web/lib/store.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import type { ActiveLineEditor } from '../line/activeLineEditor.ts';
import type { ScriptPages } from '../pages/pages.ts';
import { beginningOf, remapSelectionIds, stretchIn } from './shown.ts';

interface KeptSelection {
  selection: ScriptSelection | null;
  /** It is the browser's, made by a finger: its handles stay, and no field of ours takes the keyboard. */
  isByTouch: boolean;
}

const nothing: KeptSelection = { selection: null, isByTouch: false };

interface KeptSelectionInput {
  changes: ScriptSync;
  writing: ActiveLineEditor;
  pages: ScriptPages;
}

/** What is selected beyond the line that is written, by places of the script, and what of the pages that is. */
export function createStoredSelection({ changes, writing, pages }: KeptSelectionInput) {
  const { idOf } = changes.outbox;
  const kept = createStore(nothing);
  const selection = derived([kept, writing.line, changes.script], (now, line) =>
    line ? null : remapSelectionIds(now.selection, idOf),
  );
  const set = (next: ScriptSelection | null) => {
    kept.set(next === null ? nothing : { selection: next, isByTouch: false });
  };
  // Who writes selects in the line.
  writing.watch(() => writing.line.get() && set(null));
  const bounds = derived([pages.rows, selection], (rows, at) => at && boundsOf(rows, at));
  return {
    /** What reaches over the end of an element; null while there is a caret, or nothing. */
    selection,
    /** How many elements it reaches over, and the beginning of their text. */
    count: derived([bounds], (at) => (at ? at.to.index - at.from.index + 1 : 0)),
    beginning: derived([pages.rows, bounds], beginningOf),
    /** What of an element is selected; null where nothing is. */
    stretchOf: derived([bounds, pages.rows], (at, rows) => at && stretchIn(rows, at)),
    isByTouch: derived([kept], (now) => now.isByTouch),
    /** What is kept, whether a line is written or not. */
    now: () => remapSelectionIds(kept.get().selection, idOf),
    set,
    /** What a finger has selected by the browser's means; null: nothing any more. */
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
