import type { ElementType } from '#screenplay/element.ts';
import { isCueType } from '#screenplay/elementTypes/predicates.ts';
import { parseEmphasis } from '#screenplay/emphasis.ts';
import { isBlankLine } from '#screenplay/flow.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createStore, derived } from '#web/lib/store.ts';
import type { QueuedEdit } from '#web/scriptSync/change.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import { activeLineContent, editsOf, isBlank, isUnsavedLine } from '#web/scriptSync/lineEdits.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { isEmptied, type StoredLine } from '#web/scriptSync/tabStorage.ts';
import type { FirstSelection, LiveText } from '../field/liveText.ts';
import {
  type ActiveLine,
  activeLineOf,
  beginStay,
  bottomInputLine,
  createActiveLine,
  currentStay,
} from './activeLine.ts';
import { type TypedState, TypedSteps } from './typedSteps.ts';

/**
 * Create the store of the active line. One line at a time is edited, in its place on the page. It
 * is stored while it is written and when the caret leaves it (decision OQ-120): the change is
 * applied at once and sent in the background.
 */
export function createActiveLineEditor(changes: ScriptSync) {
  const written = createStore<ActiveLine | null>(lineBelow(changes));
  const any = derived([written, changes.script], (live) => withIds(live, changes));
  const line = derived([any], (live) => (live?.isBelow ? null : live));
  const below = derived([any], (live) => (live?.isBelow ? live : null));

  /** Position of the line that was stored last; the next one is near it. */
  let near = 0;
  const steps = new TypedSteps();
  /** Put the text of the line into the script. Returns the edits that did it. */
  const apply = (live: ActiveLine, isFinished: boolean): QueuedEdit[] => {
    const elements = changes.elements();
    const beginsAt = live.base === null ? live.afterId : live.id;
    if (beginsAt !== null) near = Math.max(0, findIndexNear(elements, beginsAt, near));
    const edits = editsOf(live, elements, near);
    const states = steps.take();
    const texts = isSeveral(edits) ? [] : undoTexts(live, states);
    const isDeletion = edits.some(({ type }) => type === 'delete');
    const stayId = isDeletion ? undefined : live.stay.id;
    changes.type(edits, { texts, group: live.group, isTyping: !isFinished, stayId });
    // The change that finishes a cue creates its character. Without one nothing else would.
    if (isFinished && edits.length === 0 && live.isCueUnfinished && !isBlank(live))
      changes.finishCues([{ elementType: live.type, content: activeLineContent(live) }]);
    return edits;
  };
  /** Store the text of the line. Returns the id of its element; null if it has none. */
  const store = (): number | null => {
    const live = any.get();
    if (!live) return null;
    apply(live, true);
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
  /** Update the text of the bottom input. A line that is open on the page is stored first. */
  const writeBelow = (type: ElementType, text: LiveText, afterId: number | null) => {
    const live = written.get();
    if (isBlankLine({ elementType: type, text: text.text })) {
      if (live?.isBelow) {
        // The input stays; an element that was stored from it goes with its text.
        if (live.base !== null) apply({ ...live, id: changes.outbox.idOf(live.id), type, text }, true);
        written.set(null);
      }
    } else if (live?.isBelow) {
      steps.note(live, { type, text });
      written.set({ ...live, ...(live.base === null && { afterId }), type, text });
    } else {
      store();
      written.set(bottomInputLine({ base: null, afterId, type, text }));
    }
  };
  const change = (changed: Partial<Pick<ActiveLine, 'type' | 'text' | 'isCut'>>) => {
    const live = written.get();
    if (!live) return;
    steps.note(live, { ...live, ...changed });
    written.set({ ...live, ...changed });
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
    /**
     * Store the text of the bottom input as the element that it was stored as while it was typed.
     * Returns false if there is none.
     */
    finishBelow(type: ElementType, content: string): boolean {
      const live = any.get();
      if (!live?.isBelow || live.base === null) return false;
      apply({ ...live, type, text: parseEmphasis(content) }, true);
      written.set(null);
      return true;
    },
    open(element: Element, selection: FirstSelection, group: string | null = null) {
      if (any.get()?.id === element.id) return;
      store();
      const current = changes.elements().find(({ id }) => id === element.id) ?? element;
      written.set(activeLineOf(current, selection, changes.baseOf(current), group));
    },
    /** Make the open line an explicit edit of its element, which can be cancelled. */
    makeExplicit() {
      const live = any.get();
      if (live?.base) written.set({ ...live, explicitBase: live.base });
    },
    /** Open a new line after an element. The previous line is stored first. */
    openNew(afterId: number | null, type: ElementType, text?: LiveText, caret?: number) {
      store();
      written.set(createActiveLine(afterId, type, text, caret));
    },
    save,
    close,
    /**
     * Store the text and leave the line open: while it is written, and before an export. A text in
     * conflict stays unsaved.
     */
    flush() {
      const live = any.get();
      // An emptied line is deleted when the caret leaves it, not before.
      if (!live || live.isInConflict || isBlank(live) || !isUnsavedLine(live)) return;
      const edits = apply(live, false);
      const id = changes.outbox.idOf(live.id);
      const stored = changes.elements().find((each) => each.id === id);
      // A text that was stored as several elements cannot stay one line.
      if (!stored || isSeveral(edits)) return live.isBelow ? written.set(null) : close();
      const basedOn = changes.baseOf(stored);
      const isCueUnfinished = isCueType(live.type);
      const stay = currentStay(live);
      written.set({ ...live, id, base: stored, afterId: null, basedOn, group: null, stay, isCueUnfinished });
    },
    /**
     * Continue an open line from the text before a conflict. Returns false if it is not open. The
     * conflict is decided when the caret leaves the line.
     */
    continueInConflict(current: Element, base: Element): boolean {
      const live = any.get();
      if (live?.id !== base.id) return false;
      changes.putStored(current);
      written.set({ ...live, base, basedOn: base.version, isInConflict: true });
      return true;
    },
    /** Continue from a new stored text after a remote change of the element. */
    rebase(base: Element, { type, text }: Pick<ActiveLine, 'type' | 'text'>) {
      const live = written.get();
      if (!live) return;
      const { isInConflict: _, ...line } = live;
      written.set({ ...line, base, basedOn: changes.baseOf(base), type, text, stay: beginStay() });
    },
    /** End an explicit edit: restore the text from before it, as one step of undo. */
    cancel() {
      const live = any.get();
      if (!live) return;
      if (!isEmptied(live)) store();
      close();
      const current = changes.elements().find(({ id }) => id === changes.outbox.idOf(live.id));
      if (!current || !live.explicitBase) return;
      const { elementType, content, characterName } = live.explicitBase;
      if (current.content === content && current.elementType === elementType) return;
      const fields = { elementType, content, characterName };
      changes.run([{ type: 'update', id: current.id, fields, base: changes.baseOf(current) }], 'Cancel');
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

/**
 * Return the texts that undo leads back to, from the kept states of a line. A state that shows as
 * its neighbour, or as no text, is no step.
 */
function undoTexts(live: ActiveLine, states: readonly TypedState[]) {
  const first = live.base?.content ?? '';
  const texts = states.map((state) => ({ elementType: state.type, content: activeLineContent(state) }));
  const last = activeLineContent(live);
  return texts.filter(({ content, elementType }, index) => {
    const before = index === 0 ? first : texts[index - 1]?.content;
    if (content === '' || (content === before && elementType === live.type)) return false;
    return index < texts.length - 1 || content !== last || elementType !== live.type;
  });
}

function isSeveral(edits: readonly QueuedEdit[]): boolean {
  return edits.length > 1 || edits.some((edit) => edit.type === 'insert' && edit.elements.length > 1);
}

/** Return the line for another page, which knows elements by their server ids. */
export const toStoredLine = ({ id, base, afterId, type, text, isBelow }: ActiveLine): StoredLine => ({
  ...(base === null && { key: id }),
  base: base === null || base.id === id ? base : { ...base, id },
  afterId,
  type,
  text,
  ...(isBelow && { isBelow }),
});

/** Replace local ids by server ids. Returns the same object if none changed. */
function withIds(live: ActiveLine | null, { outbox: { idOf } }: ScriptSync): ActiveLine | null {
  if (!live) return null;
  const id = idOf(live.id);
  const afterId = live.afterId === null ? null : idOf(live.afterId);
  return id === live.id && afterId === live.afterId ? live : { ...live, id, afterId };
}

/** Return the text of the bottom input that could not be stored when the view was closed. */
function lineBelow({ storage: { line } }: ScriptSync): ActiveLine | null {
  return line?.isBelow && line.base === null ? bottomInputLine(line) : null;
}
