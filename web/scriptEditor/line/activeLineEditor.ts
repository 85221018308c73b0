import type { ElementType } from '#screenplay/element.ts';
import { isCueType } from '#screenplay/elementTypes/predicates.ts';
import { parseEmphasis } from '#screenplay/emphasis.ts';
import { isBlankLine } from '#screenplay/flow.ts';
import { lettersOf } from '#screenplay/typedLetters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createStore, derived, type ReadableStore, type Store } from '#web/lib/store.ts';
import type { QueuedEdit } from '#web/scriptSync/change.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import { activeLineContent, editsOf, isBlank, isUnsavedLine } from '#web/scriptSync/lineEdits.ts';
import { newLocalId } from '#web/scriptSync/localIds.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { isEmptied, type StoredLine } from '#web/scriptSync/tabStorage.ts';
import { asDirection } from '../field/direction.ts';
import type { FirstSelection, LiveText } from '../field/liveText.ts';
import {
  type ActiveLine,
  activeLineOf,
  beginStay,
  bottomInputLine,
  createActiveLine,
  currentStay,
} from './activeLine.ts';
import { TypedSteps, undoTexts } from './typedSteps.ts';

/**
 * The active line. One line at a time is edited, in its place on the page. It is stored while it is
 * written and when the caret leaves it (decision OQ-120): the change is applied at once and sent in
 * the background.
 */
export class ActiveLineEditor {
  readonly #changes: ScriptSync;
  readonly #written: Store<ActiveLine | null>;
  readonly #steps = new TypedSteps();
  /** Position of the line that was stored last; the next one is near it. */
  #near = 0;
  /** The line on the page or in the bottom input. Only one of the two is open. */
  readonly any: ReadableStore<ActiveLine | null>;
  /** The line that is open on the page. */
  readonly line: ReadableStore<ActiveLine | null>;
  /** The line in the bottom input. */
  readonly below: ReadableStore<ActiveLine | null>;
  /** Whether it has unsaved text. */
  readonly isUnsaved: ReadableStore<boolean>;
  /** Subscribe to changes of the line. */
  readonly watch: Store<ActiveLine | null>['watch'];

  constructor(changes: ScriptSync) {
    this.#changes = changes;
    this.#written = createStore<ActiveLine | null>(lineBelow(changes));
    this.watch = this.#written.watch;
    this.any = derived([this.#written, changes.script], (live) => withIds(live, changes));
    this.line = derived([this.any], (live) => (live?.isBelow ? null : live));
    this.below = derived([this.any], (live) => (live?.isBelow ? live : null));
    this.isUnsaved = derived([this.any], (live) => live !== null && isUnsavedLine(live));
  }

  /** Put the text of the line into the script. Returns the edits that did it. */
  #apply(live: ActiveLine, isFinished: boolean): QueuedEdit[] {
    const elements = this.#changes.elements();
    const beginsAt = live.base === null ? live.afterId : live.id;
    if (beginsAt !== null) this.#near = Math.max(0, findIndexNear(elements, beginsAt, this.#near));
    const edits = editsOf(live, elements, this.#near);
    const states = this.#steps.take();
    const texts = isSeveral(edits) ? [] : undoTexts(live, states);
    const isDeletion = edits.some(({ type }) => type === 'delete');
    const stayId = isDeletion ? undefined : live.stay.id;
    this.#changes.type(edits, { texts, group: live.group, isTyping: !isFinished, stayId });
    // The change that finishes a cue creates its character. Without one nothing else would.
    if (isFinished && edits.length === 0 && live.isCueUnfinished && !isBlank(live))
      this.#changes.finishCues([{ elementType: live.type, content: activeLineContent(live) }]);
    return edits;
  }

  /** Store the text of the line. Returns the id of its element; null if it has none. */
  #store(): number | null {
    const open = this.any.get();
    const direction = open?.isTyped && !open.isBelow ? asDirection(open) : null;
    if (direction) this.setText(direction.text, direction.type);
    const live = this.any.get();
    if (!live) return null;
    this.#apply(live, true);
    if (live.isBelow) this.#written.set(null);
    const isThere = live.base === null ? isUnsavedLine(live) : !isEmptied(live);
    return isThere ? live.id : null;
  }

  /** Close the line on the page. The bottom input stays. */
  readonly close = (): void => {
    if (!this.#written.get()?.isBelow) this.#written.set(null);
  };

  /** Store the text and close the line. Returns the id of its element; null if it has none. */
  readonly save = (): number | null => {
    const id = this.#store();
    this.close();
    return id;
  };

  /** Update the text of the bottom input. A line that is open on the page is stored first. */
  readonly writeBelow = (type: ElementType, text: LiveText, afterId: number | null) => {
    const live = this.#written.get();
    if (isBlankLine({ elementType: type, text: text.text })) {
      if (live?.isBelow) {
        // The input stays; an element that was stored from it goes with its text.
        if (live.base !== null)
          this.#apply({ ...live, id: this.#changes.outbox.idOf(live.id), type, text }, true);
        this.#written.set(null);
      }
    } else if (live?.isBelow) {
      this.#steps.note(live, { type, text });
      this.#written.set({ ...live, ...(live.base === null && { afterId }), type, text });
    } else {
      this.#store();
      this.#written.set(bottomInputLine({ base: null, afterId, type, text }));
    }
  };

  #change(changed: Partial<Pick<ActiveLine, 'type' | 'text' | 'isCut'>>): void {
    const live = this.#written.get();
    if (!live) return;
    this.#steps.note(live, { ...live, ...changed });
    this.#written.set({ ...live, ...changed, ...(changed.text && { isTyped: true }) });
  }

  /**
   * Store the text of the bottom input as the element that it was stored as while it was typed.
   * Returns false if there is none.
   */
  readonly finishBelow = (type: ElementType, content: string): boolean => {
    const live = this.any.get();
    if (!live?.isBelow || live.base === null) return false;
    this.#apply({ ...live, type, text: parseEmphasis(content) }, true);
    this.#written.set(null);
    return true;
  };

  /** Open an element. The previous line is stored first. */
  readonly open = (element: Element, selection: FirstSelection, group: string | null = null) => {
    if (this.any.get()?.id === element.id) return;
    this.#store();
    const current = this.#changes.elements().find(({ id }) => id === element.id) ?? element;
    this.#written.set(activeLineOf(current, selection, this.#changes.baseOf(current), group));
  };

  /** Make the open line an explicit edit of its element, which can be cancelled. */
  readonly makeExplicit = () => {
    const live = this.any.get();
    if (live?.base) this.#written.set({ ...live, explicitBase: live.base });
  };

  /** Open a new line after an element. The previous line is stored first. */
  readonly openNew = (afterId: number | null, type: ElementType, text?: LiveText, caret?: number) => {
    this.#store();
    this.#written.set(createActiveLine(afterId, type, text, caret));
  };

  /**
   * Store the text and leave the line open: while it is written, and before an export. A text in
   * conflict stays unsaved.
   */
  readonly flush = () => {
    const live = this.any.get();
    // An emptied line is deleted when the caret leaves it, not before.
    if (!live || live.isInConflict || isBlank(live) || !isUnsavedLine(live)) return;
    const edits = this.#apply(live, false);
    const id = this.#changes.outbox.idOf(live.id);
    const stored = this.#changes.elements().find((each) => each.id === id);
    // A text that was stored as several elements cannot stay one line.
    if (!stored || isSeveral(edits)) return live.isBelow ? this.#written.set(null) : this.close();
    const basedOn = this.#changes.baseOf(stored);
    const isCueUnfinished = isCueType(live.type);
    const stay = currentStay(live);
    this.#written.set({
      ...live,
      id,
      base: stored,
      afterId: null,
      basedOn,
      group: null,
      stay,
      isCueUnfinished,
    });
  };

  /**
   * Store what the screen shows before something reads the script. An emptied element is deleted,
   * and the caret stays in an empty line in its place. A text in conflict is decided about.
   */
  readonly storeForReading = () => {
    const live = this.any.get();
    if (live?.isInConflict) this.save();
    else if (!live || !isEmptied(live) || live.explicitBase) this.flush();
    else {
      const elements = this.#changes.elements();
      const index = findIndexNear(elements, live.id, this.#near);
      this.#apply(live, true);
      const afterId = elements[index - 1]?.id ?? null;
      const empty = { ...live, id: newLocalId(), base: null, afterId, basedOn: null, group: null };
      this.#written.set(live.isBelow ? null : empty);
    }
  };

  /**
   * Continue an open line from the text before a conflict. Returns false if it is not open. The
   * conflict is decided when the caret leaves the line.
   */
  readonly continueInConflict = (current: Element, base: Element): boolean => {
    const live = this.any.get();
    if (live?.id !== base.id) return false;
    this.#changes.putStored(current);
    this.#written.set({ ...live, base, basedOn: base.version, isInConflict: true });
    return true;
  };

  /** Continue from a new stored text after a remote change of the element. */
  readonly rebase = (base: Element, { type, text }: Pick<ActiveLine, 'type' | 'text'>) => {
    const live = this.#written.get();
    if (!live) return;
    const { isInConflict: _, ...line } = live;
    this.#written.set({ ...line, base, basedOn: this.#changes.baseOf(base), type, text, stay: beginStay() });
  };

  /** End an explicit edit: restore the text from before it, as one step of undo. */
  readonly cancel = () => {
    const live = this.any.get();
    if (!live) return;
    if (!isEmptied(live)) this.#store();
    this.close();
    const current = this.#changes.elements().find(({ id }) => id === this.#changes.outbox.idOf(live.id));
    if (!current || !live.explicitBase) return;
    const { elementType, characterName } = live.explicitBase;
    const content = lettersOf(live.explicitBase);
    if (lettersOf(current) === content && current.elementType === elementType) return;
    const fields = { elementType, content, characterName };
    this.#changes.run(
      [{ type: 'update', id: current.id, fields, base: this.#changes.baseOf(current) }],
      'Cancel',
    );
  };

  readonly setText = (text: LiveText, type?: ElementType, isCut = false) =>
    this.#change({ text, isCut, ...(type !== undefined && { type }) });

  readonly setType = (type: ElementType) => this.#change({ type });

  /**
   * Store the text when the view is closed. Text that cannot be stored is kept in this browser.
   */
  readonly leave = () => {
    this.#store();
    const rest = this.#written.get();
    this.#changes.storage.storeLine(rest?.isBelow ? toStoredLine(rest) : null);
  };
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
