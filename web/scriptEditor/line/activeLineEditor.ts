import type { ElementType } from '#screenplay/element.ts';
import { isCueType } from '#screenplay/elementTypes/predicates.ts';
import { parseEmphasis } from '#screenplay/emphasis.ts';
import { isBlankLine } from '#screenplay/flow.ts';
import type { Element } from '#shared/contract/elements.ts';
import { createStore, derived, type ReadableStore, type Store } from '#web/lib/store.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import type { QueuedEdit } from '#web/scriptSync/change.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import {
  activeLineContent,
  editsOf,
  editsToRestoreElement,
  isBlank,
  isUnsavedLine,
} from '#web/scriptSync/lineEdits.ts';
import { newLocalId } from '#web/scriptSync/localIds.ts';
import type { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { isEmptied } from '#web/scriptSync/tabStorage.ts';
import { asDirection } from '../field/direction.ts';
import type { FirstSelection, LiveText } from '../field/liveText.ts';
import {
  type ActiveLine,
  activeLineOf,
  beginStay,
  bottomInputLine,
  createActiveLine,
  currentStay,
  lineTextOf,
  removedLine,
  withServerId,
} from './activeLine.ts';
import { bottomInputOfTab, toStoredLine } from './storedLine.ts';
import { type TypedState, TypedSteps, undoTexts } from './typedSteps.ts';

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
    this.#written = createStore<ActiveLine | null>(bottomInputOfTab(changes.storage));
    this.watch = this.#written.watch;
    this.any = derived([this.#written, changes.script], (live) => withServerId(live, changes.outbox.idOf));
    this.line = derived([this.any], (live) => (live?.isBelow ? null : live));
    this.below = derived([this.any], (live) => (live?.isBelow ? live : null));
    this.isUnsaved = derived([this.any], (live) => live !== null && isUnsavedLine(live));
  }

  /**
   * Put the text of the line into the script. Returns the edits that did it, and the undo group
   * that the next letters continue.
   */
  #apply(live: ActiveLine, isFinished: boolean): { edits: QueuedEdit[]; group: string | null } {
    const elements = this.#changes.elements();
    const beginsAt = live.base === null ? live.afterId : live.id;
    if (beginsAt !== null) this.#near = Math.max(0, findIndexNear(elements, beginsAt, this.#near));
    const edits = editsOf(live, elements, this.#near);
    const { texts, startsStep } = undoTexts(live, this.#steps.take(isFinished));
    const isDeletion = edits.some(({ type }) => type === 'delete');
    const group = this.#changes.type(edits, {
      texts: isSeveral(edits) ? [] : texts,
      group: startsStep ? null : live.group,
      isTyping: !isFinished,
      stayId: isDeletion ? undefined : live.stay.id,
    });
    // The change that finishes a cue creates its character. Without one nothing else would.
    if (isFinished && edits.length === 0 && live.isCueUnfinished && !isBlank(live))
      this.#changes.finishCues([{ elementType: live.type, content: activeLineContent(live) }]);
    return { edits, group };
  }

  /** Store the text of the line. Returns the id of its element; null if it has none. */
  #store(): number | null {
    const open = this.any.get();
    const direction = open?.isTyped && !open.isBelow ? asDirection(open) : null;
    if (direction) this.setText(direction.text, direction.type);
    const live = this.any.get();
    if (!live) return null;
    if (live.explicitBase && isBlank(live) && !live.isCut) return this.#restore(live, live.explicitBase);
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
    const { edits, group } = this.#apply(live, false);
    const id = this.#changes.outbox.idOf(live.id);
    const stored = this.#changes.elements().find((each) => each.id === id);
    // A text that was stored as several elements cannot stay one line.
    if (!stored || isSeveral(edits)) return live.isBelow ? this.#written.set(null) : this.close();
    const basedOn = this.#changes.baseOf(stored);
    const [isCueUnfinished, stay] = [isCueType(live.type), currentStay(live)];
    this.#written.set({
      ...live,
      ...{ id, base: stored, removed: undefined, afterId: null, basedOn, group, stay, isCueUnfinished },
    });
  };

  /**
   * Store what the screen shows before something reads the script. An emptied element is deleted,
   * and the caret stays in an empty line in its place, which restores it when something is typed or
   * an explicit edit ends without text. A text in conflict is decided about.
   */
  readonly storeForReading = () => {
    const live = this.any.get();
    if (live?.isInConflict) this.save();
    else if (!live || !isEmptied(live)) this.flush();
    else {
      const elements = this.#changes.elements();
      const index = findIndexNear(elements, live.id, this.#near);
      const removed = elements[index];
      this.#apply(live, true);
      if (live.isBelow || !removed) this.#written.set(null);
      else {
        const empty = removedLine(live, removed, elements[index - 1]?.id ?? null, '');
        // A cut element is restored where it is pasted.
        this.#written.set(live.isCut ? { ...empty, id: newLocalId(), removed: undefined } : empty);
      }
    }
  };

  /**
   * Continue a line whose element was deleted elsewhere. Its text stays while the caret is in it; a
   * line without typed text takes the last text of the element. Returns false if it is not open.
   */
  readonly continueRemoved = (removed: Element, afterId: number | null): boolean => {
    const live = this.any.get();
    if (live?.id !== removed.id || live.removed) return live?.id === removed.id;
    const { explicitBase: _, isInConflict: __, ...line } = live;
    // Text in a pending change was typed here, too.
    const isTyped = isUnsavedLine(live) || typeof live.basedOn === 'string';
    const last = isTyped ? line : { ...line, ...lineTextOf(removed) };
    this.#written.set(removedLine(last, removed, afterId, removed.content));
    toast(toastTexts.lineDeleted);
    return true;
  };

  /**
   * Continue the line of a deleted element that somebody has restored. Text that was restored with
   * it is a remote change of the text at the deletion.
   */
  readonly continueRestored = (restored: Element) => {
    const live = this.any.get();
    if (!live?.removed) return;
    const { element, content } = live.removed;
    const isSame = restored.content === content && restored.elementType === element.elementType;
    const before = element.content === content ? element : { ...element, content, typedContent: null };
    const basedOn = this.#changes.baseOf(isSame ? restored : element);
    const base = isSame ? restored : before;
    this.#written.set({ ...live, base, removed: undefined, afterId: null, basedOn });
  };

  /** Continue a line after another element, or at the start of the script. */
  readonly continueAfter = (afterId: number | null) => {
    const live = this.any.get();
    if (live) this.#written.set({ ...live, afterId });
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

  /**
   * Continue from a new stored text after a remote change of the element. `withRemote` adds the
   * change to an earlier text of the line; null if both changed the same words.
   */
  readonly rebase = (
    base: Element,
    { type, text }: TypedState,
    withRemote: (state: TypedState) => TypedState | null,
  ) => {
    const live = this.#written.get();
    if (!live) return;
    this.#steps.map(withRemote);
    const { isInConflict: _, ...line } = live;
    const basedOn = this.#changes.baseOf(base);
    // Undo keeps the remote text, so the typed text after it is a separate step.
    this.#written.set({ ...line, base, basedOn, type, text, group: null, stay: beginStay() });
  };

  /** End an explicit edit: restore the text from before it, as one step of undo. */
  readonly cancel = () => {
    const live = this.any.get();
    if (!live) return;
    if (!isBlank(live)) this.#store();
    this.close();
    const isMoved = live.isCut && isBlank(live);
    if (live.explicitBase && !isMoved) this.#restore(live, live.explicitBase);
  };

  /** Restore an element as it was before an explicit edit. Returns its id. */
  #restore({ id: lineId, removed }: ActiveLine, before: Element): number {
    const id = this.#changes.outbox.idOf(lineId);
    this.#steps.take(true);
    const current = this.#changes.elements().find((each) => each.id === id);
    this.#changes.run(
      editsToRestoreElement({ id, current, removed, before, changes: this.#changes }),
      'Cancel',
    );
    return id;
  }

  readonly setText = (text: LiveText, type?: ElementType, isCut = false) =>
    this.#change({ text, isCut, ...(type !== undefined && { type }) });

  readonly setType = (type: ElementType) => this.#change({ type });

  /**
   * Store the text when the view is closed. Text that cannot be stored is kept in this browser.
   */
  readonly leave = () => {
    this.#store();
    const rest = this.#written.get();
    const { storage, outbox } = this.#changes;
    storage.storeLine(rest?.isBelow ? toStoredLine(rest, outbox) : null);
  };
}

/** Return whether edits store the text as several elements. */
function isSeveral(edits: readonly QueuedEdit[]): boolean {
  return edits.some((edit, at) => edit.type === 'insert' && (at > 0 || edit.elements.length > 1));
}
