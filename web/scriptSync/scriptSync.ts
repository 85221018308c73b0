import type { QueryClient } from '@tanstack/react-query';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { lettersOf } from '#screenplay/typedLetters.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { listCache } from '#web/lib/listCache.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { notifyListener, type ReadableStore } from '#web/lib/store.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { shownFromCopy } from '#web/offlineCopy/withOfflineFallback.ts';
import type { PendingState } from '#web/presence/remoteChangeGate.ts';
import type { Change, ElementText, QueuedEdit } from './change.ts';
import { ChangeSender } from './changeSender.ts';
import { editsOfClosedLine } from './closedTabLines.ts';
import { createIdReplacer, elementIdOf, touchedIds } from './localIds.ts';
import { continueMergedText } from './mergedReplies.ts';
import { noticeOfDecision, noticesOfMergedEdits } from './mergeNotices.ts';
import { OptimisticScript } from './optimisticScript.ts';
import { OutageReport } from './outageReport.ts';
import { Outbox } from './outbox.ts';
import type { SaveFailure } from './saveFailure.ts';
import { elementsQuery, scriptLists } from './script.data.ts';
import type { SendState } from './sendState.ts';
import { ShownScript } from './shownScript.ts';
import { openTabStorage, type TabStorage } from './tabStorage.ts';
import { UndoStack, type UndoStep } from './undoStack.ts';

interface TypedChange extends Pick<Change, 'stayId'> {
  texts: readonly ElementText[];
  group: string | null;
  /** Whether the line is still being written. */
  isTyping: boolean;
}

/**
 * Local script of one project: the stored elements with the pending changes applied, and undo and
 * redo of the changes made in this tab. It lives as long as the page.
 */
export class ScriptSync {
  readonly outbox: Outbox;
  readonly storage: TabStorage;
  readonly #steps = new UndoStack();
  readonly #shown: ShownScript;
  readonly #outage = new OutageReport();
  /** Report after a reconnection, until the user closes it. */
  readonly reconnectReport = this.#outage.report;
  readonly #sender: ChangeSender;
  readonly #client: QueryClient;
  readonly #projectId: number;
  readonly #listeners = new Set<() => void>();
  /** Replace local ids by server ids. */
  readonly #withIds = createIdReplacer((id) => this.outbox.idOf(id));

  constructor(client: QueryClient, projectId: number, userId: string) {
    this.#client = client;
    this.#projectId = projectId;
    this.storage = openTabStorage(userId, projectId);
    const sender = new ChangeSender(client, projectId);
    this.#sender = sender;
    this.outbox = new Outbox({
      send: async (together, resolver) => {
        const outcome = await sender.send(together, resolver);
        const edits = together.flatMap((change) => change.edits);
        const continueText = continueMergedText(edits, outcome.texts ?? new Map(), this.outbox.idOf);
        return { ...outcome, continueText };
      },
      store: (pending) => this.storage.storeChanges(pending),
      shouldDrop: (change, failure) => {
        if (change.type === 'undo') toast(toastTexts.undoRejected);
        return change.type === 'undo' || this.#isTakenByLine(change, failure);
      },
      onSent: (change, { versions }) => {
        this.#shown.unconfirmed.show(change.key);
        const laterKeys = this.outbox.pending.map(({ key }) => key);
        this.#steps.preserveRemoteText(change, this.#stored(), { idOf: this.outbox.idOf, laterKeys });
        this.#noteSent(change, versions);
      },
      onResolved: (change, replacement, failure) => {
        this.#stepInstead(change, replacement);
        sender.afterDecision();
        // An open line continues with the text, so nobody has decided about it.
        const isTaken = failure.type === 'conflict' || failure.type === 'gone';
        const isDecided = !change.isTyping || !isTaken || replacement !== null;
        const meeting = isDecided && noticeOfDecision(change, replacement, failure, this.outbox.idOf);
        if (meeting) this.#outage.noteDecision(meeting);
      },
    });
    const { outbox } = this;
    this.#shown = new ShownScript({ client, projectId, outbox, withIds: this.#withIds });
    this.elements = this.#shown.elements;
    this.script = { get: this.elements, watch: this.watch };
    this.scenes = { get: this.#shown.scenes, watch: this.watch };
    outbox.watch(() => {
      const { state, pending } = outbox;
      if (state.status === 'waiting' || state.status === 'rejected') this.#shown.unconfirmed.showAll();
      this.#outage.follow(state, pending.length);
    });
  }

  /**
   * Called when a typed text meets other text for the same words. Returns true if its line is open
   * and continues from the text before both; then nobody is asked before the caret leaves the line.
   */
  onTypingConflict: (current: Element, base: Element) => boolean = () => false;

  /**
   * Called when the element of a typed text was deleted elsewhere. Returns true if its line is open
   * and continues; `stored` is the element without the text, `afterId` the one before it.
   */
  onTypingInDeleted: (stored: Element, afterId: number | null) => boolean = () => false;

  #isTakenByLine({ isTyping, edits: [edit] }: Change, failure: SaveFailure): boolean {
    if (!isTyping || edit?.type !== 'update') return false;
    if (failure.type === 'gone') return this.#continueDeleted(this.outbox.idOf(edit.id));
    if (failure.type !== 'conflict') return false;
    const { current, base } = failure;
    const version = this.outbox.versionOf(edit) ?? current.version;
    return this.onTypingConflict(current, { ...current, content: base ?? current.content, version });
  }

  #continueDeleted(elementId: number): boolean {
    const list = this.#stored();
    const index = list.findIndex(({ id }) => id === elementId);
    const stored = list[index];
    if (!stored || !this.onTypingInDeleted(stored, list[index - 1]?.id ?? null)) return false;
    this.removeStored(elementId);
    return true;
  }

  #noteSent(change: Change, versions: ReadonlyMap<number, number>): void {
    if (!this.#outage.isOpen) return;
    const { idOf, versionOf } = this.outbox;
    const storedOf = (id: number) => this.#stored().find((each) => each.id === id);
    this.#outage.noteSent(noticesOfMergedEdits({ change, versions, idOf, versionOf, storedOf }));
  }

  /** Return the shown elements. The array is reused until something changes. */
  readonly elements: () => Element[];

  /** Return the current id of a scene, whose local id changes when the server has stored it. */
  readonly sceneIdOf = (id: number): number => this.#shown.sceneIdOf(id);

  #stored(): Element[] {
    return this.#shown.stored();
  }

  readonly watch = (watcher: () => void): (() => void) => {
    const listener = () => notifyListener(watcher);
    this.#listeners.add(listener);
    const end = this.#shown.watch(watcher);
    return () => {
      this.#listeners.delete(listener);
      end();
    };
  };

  /** The whole shown script, unfiltered and without the active line. */
  readonly script: ReadableStore<Element[]>;
  /** The scenes of that script; undefined until they are loaded. */
  readonly scenes: ReadableStore<readonly Scene[] | undefined>;
  readonly state: ReadableStore<SendState> = { get: () => this.outbox.state, watch: this.watch };
  readonly pending: ReadableStore<readonly Change[]> = { get: () => this.outbox.pending, watch: this.watch };
  /** Label of the change that undo or redo would revert; null if there is none. */
  readonly undoable: ReadableStore<string | null> = { get: () => this.undoLabel, watch: this.watch };
  readonly redoable: ReadableStore<string | null> = { get: () => this.redoLabel, watch: this.watch };

  /**
   * Make a change: apply it, queue it, and add an undo step. Consecutive changes of one group are
   * one step, such as deleting a selection and typing over it.
   */
  readonly run = (edits: QueuedEdit[], label: string | null = null, group: string | null = null): void => {
    if (edits.length === 0) return;
    this.#steps.add({ ...this.#push(edits, label, 'edit'), group }, this.#withIds);
    this.#notify();
  };

  /**
   * Make a change by typing: apply it and queue it. Each of `texts` is a text of the element on the
   * way to the typed one, and becomes a separate undo step. Returns the group of the last step.
   */
  readonly type = (edits: QueuedEdit[], { texts, group, isTyping, stayId }: TypedChange): string | null => {
    const [edit] = edits;
    if (!edit) return group;
    const step = this.#push(edits, null, 'edit', { isTyping, stayId });
    let last = group ?? crypto.randomUUID();
    this.#steps.add({ ...step, group: last }, this.#withIds);
    const id = elementIdOf(edit);
    if (id !== null)
      for (const fields of texts) {
        const inverse: QueuedEdit[] = [{ type: 'update', id, fields, base: step.key }];
        last = crypto.randomUUID();
        this.#steps.add({ key: step.key, label: step.label, inverse, group: last }, this.#withIds);
      }
    this.#notify();
    return last;
  };

  /** Create the characters of finished cues that were stored while they were being typed. */
  readonly finishCues = (finishedCues: readonly ElementText[]): void => {
    this.outbox.push({ key: crypto.randomUUID(), label: null, edits: [], type: 'edit', finishedCues });
  };

  /**
   * Apply a change that the server makes by another call, such as an accepted suggestion, and add
   * an undo step. Consecutive changes of one group are one step. The state before is read before
   * the call, because the live channel may deliver the change before the reply arrives.
   */
  readonly applyRemote = async (
    ask: () => Promise<readonly Element[]>,
    label: string,
    group: string | null = null,
  ): Promise<void> => {
    const elements = this.elements();
    const made = await ask();
    const known = new Map(elements.map((element) => [element.id, element]));
    const back = made.map((element): QueuedEdit => {
      const { id, version: base } = element;
      const before = known.get(id);
      if (!before) return { type: 'delete', id, base };
      const { elementType, characterName } = before;
      return { type: 'update', id, fields: { elementType, content: lettersOf(before), characterName }, base };
    });
    const lists = scriptLists(this.#client, this.#projectId);
    lists.applyReply({
      elements: [...made],
      removedIds: [],
      renumbered: [],
      scenes: [],
      removedSceneIds: [],
    });
    // The reply contains neither moved elements nor the scene of a new heading.
    if (made.some(({ id, elementType }) => !known.has(id) || isHeadingType(elementType))) lists.invalidate();
    this.#steps.add({ key: crypto.randomUUID(), label, inverse: back, group }, this.#withIds);
    this.#notify();
  };

  get undoLabel(): string | null {
    return this.#steps.undoLabel;
  }

  get redoLabel(): string | null {
    return this.#steps.redoLabel;
  }

  /**
   * Undo the last change by a new one. Returns the element to show; null if there is nothing to
   * undo.
   */
  readonly undo = (): number | null => this.#goBack('undo');
  readonly redo = (): number | null => this.#goBack('redo');

  #goBack(direction: 'undo' | 'redo'): number | null {
    const step = this.#steps.take(direction);
    const [edit] = this.#withIds(step?.inverse ?? []);
    if (!step || !edit) return null;
    const id = elementIdOf(edit);
    const index = this.elements().findIndex((each) => each.id === id);
    const opposite = this.#push(step.inverse, direction === 'undo' ? 'Undo' : 'Redo', 'undo');
    this.#steps.rebase(direction, step, opposite.key);
    this.#steps.addOpposite(direction, { ...opposite, label: step.label });
    this.#notify();
    const elements = this.elements();
    const isThere = elements.some((each) => each.id === id);
    return isThere ? id : (elements[Math.max(index - 1, 0)]?.id ?? null);
  }

  #stepInstead(change: Change, replacement: Change | null): void {
    const back = (edits: readonly QueuedEdit[]) => {
      const script = new OptimisticScript(this.#projectId);
      script.reset(this.#stored());
      return script.apply(edits, change.key);
    };
    this.#steps.replace(change.key, replacement && (() => back(replacement.edits)));
  }

  #push(
    given: QueuedEdit[],
    label: string | null,
    type: Change['type'],
    more: Pick<Change, 'isTyping' | 'stayId'> = {},
  ): UndoStep {
    const change: Change = { key: crypto.randomUUID(), label, edits: this.#withIds(given), type, ...more };
    const amended = this.outbox.amendedLast(change);
    if (amended) {
      const back = this.#shown.amendLast(change.edits, amended);
      this.outbox.replaceLast(amended);
      return { key: amended.key, label: label ?? 'edit', inverse: back, group: null };
    }
    const back = this.#shown.apply(change);
    this.outbox.push(change);
    return { key: change.key, label: label ?? 'edit', inverse: back, group: null };
  }

  /** Put an element that someone else has stored into the list. */
  putStored(element: Element): void {
    listCache(this.#client, elementsQuery(this.#projectId)).replace(element);
  }

  /** Remove an element that someone else has deleted. */
  removeStored(elementId: number): void {
    listCache(this.#client, elementsQuery(this.#projectId)).remove(elementId);
  }

  /**
   * Return the base for an edit of an element: its pending change if there is one, otherwise its
   * version.
   */
  baseOf(element: Element): number | string {
    return this.bases()(element);
  }

  /** Return `baseOf` for many elements, with one pass over the pending changes. */
  bases(): (element: Element) => number | string {
    const { pending, idOf } = this.outbox;
    const own = new Map<number, string>();
    for (const { key, edits } of pending)
      for (const edit of edits)
        if (makesText(edit)) for (const id of touchedIds(edit)) own.set(idOf(id), key);
    return ({ id, version }) => own.get(id) ?? version;
  }

  /** Resolves when changes and unsaved lines of closed tabs are in the script. */
  takenOver: Promise<void> = Promise.resolve();

  /** Take over changes and unsaved lines of closed tabs. */
  takeOverStored(): void {
    const taking = this.storage.takeOverClosedTabs((changes, lines, lastSent) => {
      // They were stored because no reply had arrived.
      if (changes.length > 0) this.#outage.startForClosedTab();
      // An offline copy has nothing that the server made since.
      if (!shownFromCopy.has(this.#projectId))
        for (const change of lastSent) this.#shown.unconfirmed.hide(change, changes);
      for (const change of changes) this.#sender.noteUnconfirmed(change);
      this.outbox.pushAttempted(changes);
      for (const line of lines) {
        const { pending, idOf } = this.outbox;
        const [shown, rows] = [this.elements(), this.#shown.allElements()];
        this.run(editsOfClosedLine(line, { shown, rows, idOf, pending, baseOf: this.bases() }));
      }
    });
    this.takenOver = taking.catch((error) => logFailure('Failed to take over unsent text', error));
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Return whether an edit of this type sets the text of an element. */
function makesText({ type }: QueuedEdit): boolean {
  return type === 'insert' || type === 'update' || type === 'restore';
}

/** Return the pending state for code that shows remote changes. */
export function pendingStateOf({ outbox, watch }: ScriptSync): PendingState {
  return {
    isUnderWay: () => outbox.isActive,
    undecidedIds: () =>
      new Set(outbox.pending.flatMap(({ edits }) => edits.flatMap(touchedIds)).map(outbox.idOf)),
    watch,
  };
}
