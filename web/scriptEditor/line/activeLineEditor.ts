import type { ElementType } from '#screenplay/element.ts';
import { isBlankLine } from '#screenplay/flow.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createStore, derived } from '#web/lib/store.ts';
import type { QueuedEdit } from '#web/scriptSync/change.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { isEmptied, type StoredLine } from '#web/scriptSync/tabStorage.ts';
import type { FirstSelection, LiveText } from '../field/liveText.ts';
import {
  type ActiveLine,
  activeLineOf,
  bottomInputLine,
  createActiveLine,
  editsOf,
  isUnsavedLine,
} from './activeLine.ts';

/**
 * Create the store of the active line. One line at a time is edited, in its place on the page. It
 * is stored when the caret leaves it: the change is applied at once and sent in the background.
 */
export function createActiveLineEditor(changes: ScriptSync) {
  const written = createStore<ActiveLine | null>(lineBelow(changes));
  const any = derived([written, changes.script], (live) => withIds(live, changes));
  const line = derived([any], (live) => (live?.isBelow ? null : live));
  const below = derived([any], (live) => (live?.isBelow ? live : null));

  /** Position of the line that was stored last; the next one is near it. */
  let near = 0;
  /** Store the text of the line. Returns the id of its element; null if it has none. */
  const store = (label: string | null = null): number | null => {
    const live = any.get();
    if (!live) return null;
    const elements = changes.elements();
    const beginsAt = live.base === null ? live.afterId : live.id;
    if (beginsAt !== null) near = Math.max(0, findIndexNear(elements, beginsAt, near));
    changes.run(editsOf(live, elements, near), label, live.group);
    if (live.isBelow) written.set(null);
    const isThere = live.base === null ? isUnsavedLine(live) : !isEmptied(live);
    return isThere ? live.id : null;
  };
  /** Close the line on the page. The bottom input stays. */
  const close = () => written.get()?.isBelow || written.set(null);
  const save = (): number | null => {
    const id = store();
    close();
    return id;
  };
  /** Open an unsaved line of a closed page. */
  const takeUp = (kept: StoredLine) => {
    store();
    written.set(takenUp(kept, changes));
  };
  /** Update the text of the bottom input. A line that is open on the page is stored first. */
  const writeBelow = (type: ElementType, text: LiveText, afterId: number | null) => {
    const live = written.get();
    if (isBlankLine({ elementType: type, text: text.text })) {
      if (live?.isBelow) written.set(null);
    } else if (live?.isBelow) written.set({ ...live, afterId, type, text });
    else {
      store();
      written.set(bottomInputLine({ base: null, afterId, type, text }));
    }
  };
  const change = (changed: Partial<Pick<ActiveLine, 'type' | 'text' | 'isCut'>>) => {
    const live = written.get();
    if (live) written.set({ ...live, ...changed });
  };

  return {
    /** The line that is open on the page. */
    line,
    /** The line in the bottom input. Only one of the two is open. */
    below,
    /** Either of them. */
    any,
    /** Whether it has unsaved text. */
    isUnsaved: derived([any], (live) => live !== null && isUnsavedLine(live)),
    /** Subscribe to changes of the line. */
    watch: written.watch,
    writeBelow,
    open(element: Element, selection: FirstSelection, group: string | null = null) {
      if (any.get()?.id === element.id) return;
      store();
      const current = changes.elements().find(({ id }) => id === element.id) ?? element;
      written.set(activeLineOf(current, selection, changes.baseOf(current), group));
    },
    /** Open a new line after an element. The previous line is stored first. */
    openNew(afterId: number | null, type: ElementType, text?: LiveText, caret?: number) {
      store();
      written.set(createActiveLine(afterId, type, text, caret));
    },
    takeUp,
    save,
    close,
    /**
     * Store the text and leave the line open, such as before an export. Text typed next belongs to
     * the same undo step. A line of the bottom input becomes the element that it is stored as.
     */
    flush() {
      const live = any.get();
      // An emptied line is deleted when the caret leaves it, not before.
      if (!live || isBlankLine({ elementType: live.type, text: live.text.text }) || !isUnsavedLine(live))
        return;
      const elements = changes.elements();
      const edits = editsOf(live, elements, near);
      const group = live.group ?? crypto.randomUUID();
      changes.run(edits, null, group);
      const { isBelow, ...line } = live;
      const id = changes.outbox.idOf(live.id);
      const stored = changes.elements().find((each) => each.id === id);
      // A text that was stored as several elements cannot stay one line.
      if (!stored || isSeveral(edits)) return isBelow ? written.set(null) : close();
      const selection = isBelow ? live.text.text.length : live.selection;
      const basedOn = changes.baseOf(stored);
      written.set({ ...line, id, base: stored, afterId: null, basedOn, group, selection });
    },
    /** Continue from a new stored text after a remote change of the element. */
    rebase(base: Element, { type, text }: Pick<ActiveLine, 'type' | 'text'>) {
      const live = written.get();
      if (live) written.set({ ...live, base, basedOn: changes.baseOf(base), type, text });
    },
    /** Discard the text; undo brings it back. */
    cancel() {
      const live = any.get();
      if (live) changes.discardUnsaved(editsOf(live, changes.elements()));
      close();
    },
    setText: (text: LiveText, type?: ElementType, isCut = false) =>
      change({ text, isCut, ...(type !== undefined && { type }) }),
    setType: (type: ElementType) => change({ type }),
    /**
     * Store the text when the view is closed. Text that cannot be stored is kept in this browser.
     */
    leave() {
      store();
      const rest = written.get();
      changes.storage.storeLine(rest?.isBelow ? toStoredLine(rest) : null);
    },
  };
}

export type ActiveLineEditor = ReturnType<typeof createActiveLineEditor>;

function isSeveral(edits: readonly QueuedEdit[]): boolean {
  return edits.length > 1 || edits.some((edit) => edit.type === 'insert' && edit.elements.length > 1);
}

/** Return the line for another page, which knows elements by their server ids. */
export const toStoredLine = ({ id, base, afterId, type, text, isBelow }: ActiveLine): StoredLine => ({
  base: base === null || base.id === id ? base : { ...base, id },
  afterId,
  type,
  text,
  ...(isBelow && { isBelow }),
});

function takenUp(kept: StoredLine, changes: ScriptSync): ActiveLine {
  const { idOf } = changes.outbox;
  const elements = changes.elements();
  const find = (id: number | undefined) => elements.find((each) => id !== undefined && each.id === idOf(id));
  const base = find(kept.base?.id);
  if (kept.base && base) {
    const { type, text } = kept;
    return { ...activeLineOf(base, text.text.length, kept.base.version), base: kept.base, type, text };
  }
  const afterId = kept.base ? elementBefore(elements, kept.base) : kept.afterId;
  const isThere = afterId === null || find(afterId);
  return createActiveLine(isThere ? afterId : (elements.at(-1)?.id ?? null), kept.type, kept.text);
}

/** Return the element before the former position of a deleted one. */
function elementBefore(elements: readonly Element[], { orderIndex }: Element): number | null {
  return elements.findLast((each) => each.orderIndex < orderIndex)?.id ?? null;
}

/** Replace local ids by server ids. Returns the same object if none changed. */
function withIds(live: ActiveLine | null, { outbox: { idOf } }: ScriptSync): ActiveLine | null {
  if (!live) return null;
  const id = idOf(live.id);
  const afterId = live.afterId === null ? null : idOf(live.afterId);
  return id === live.id && afterId === live.afterId ? live : { ...live, id, afterId };
}

/** Return the text of the bottom input that could not be stored when the view was closed. */
function lineBelow({ storage: { line } }: ScriptSync): ActiveLine | null {
  return line?.isBelow ? bottomInputLine(line) : null;
}
