import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { createStore, notifyListener, type ReadableStore } from '#web/lib/store.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import type { PendingState } from '#web/presence/remoteChangeGate.ts';
import type { Change, QueuedEdit } from './change.ts';
import { createChangeSender } from './changeSender.ts';
import { elementIdOf, touchedIds, withServerIds } from './localIds.ts';
import {
  type MergeNotice,
  noticeOfDecision,
  noticesOfMergedEdits,
  type ReconnectReport,
} from './mergeNotices.ts';
import { OptimisticScenes, type ScriptWithScenes } from './optimisticScenes.ts';
import { OptimisticScript } from './optimisticScript.ts';
import { Outbox, type SendState } from './outbox.ts';
import { elementsQuery, scenesQuery, scriptLists } from './script.data.ts';
import { isEmptied, openTabStorage, type StoredLine, type TabStorage } from './tabStorage.ts';
import { UndoStack, type UndoStep } from './undoStack.ts';

/**
 * The script as the desk shows it: what the server has, with the changes on their way to it; and the way back and
 * forth over the changes made here. Lives as long as the view of one project.
 */
export class ScriptChanges {
  readonly outbox: Outbox;
  readonly keeper: TabStorage;
  readonly #steps = new UndoStack();
  #offered: readonly StoredLine[] = [];
  readonly #shown: OptimisticScript;
  readonly #shownScenes: OptimisticScenes;
  /** While changes wait for the server: what became of them so far. */
  #away: { sent: number; meetings: MergeNotice[] } | null = null;
  /** What met when the server was there again, until the writer has seen it. */
  readonly returned = createStore<ReconnectReport | null>(null);
  /** What is shown was made of: a list as it is stored, and changes. */
  #shownOf: { stored: readonly Element[]; made: Change[] } = { stored: [], made: [] };
  readonly #noteTried: (change: Change) => void;
  readonly #client: QueryClient;
  readonly #key: ReturnType<typeof elementsQuery>['queryKey'];
  readonly #hash: string;
  readonly #scenesHash: string;
  readonly #projectId: number;
  readonly #listeners = new Set<() => void>();
  /** Edits with the ids that the server gave since; each the same object from then on. */
  readonly #resolved = new WeakMap<QueuedEdit, QueuedEdit>();

  constructor(client: QueryClient, projectId: number, userId: string) {
    this.#client = client;
    this.#projectId = projectId;
    this.#shown = new OptimisticScript(projectId);
    this.#shownScenes = new OptimisticScenes(projectId);
    this.#key = elementsQuery(projectId).queryKey;
    this.#hash = hashKey(this.#key);
    this.#scenesHash = hashKey(scenesQuery(projectId).queryKey);
    this.keeper = openTabStorage(userId, projectId);
    const { send, decided, noteTried } = createChangeSender(client, projectId);
    this.#noteTried = noteTried;
    this.outbox = new Outbox({
      send,
      keep: (pending) => this.keeper.keepChanges(pending),
      giveUp: ({ type }) => {
        if (type === 'undo') toast(toastTexts.undoRefused);
        return type === 'undo';
      },
      onSent: (change, { versions }) => {
        this.#steps.keepOthersWords(change, this.#stored(), this.outbox.idOf);
        this.#noteSent(change, versions);
      },
      onDecided: (change, replacement, failure) => {
        this.#stepInstead(change, replacement);
        decided();
        const meeting = noticeOfDecision(change, replacement, failure, this.outbox.idOf);
        if (meeting) this.#away?.meetings.push(meeting);
      },
    });
    this.outbox.watch(() => this.#noteAway());
  }

  /** Changes that the server could not take are followed until it has them all. */
  #noteAway(): void {
    const { state, pending } = this.outbox;
    if (state.status === 'waiting') this.#beAway();
    if (!this.#away || pending.length > 0) return;
    const { sent, meetings } = this.#away;
    this.#away = null;
    if (sent === 0 && meetings.length === 0) return;
    // What met before and was not looked at yet is in the same list.
    const before = this.returned.get();
    this.returned.set({
      sent: sent + (before?.sent ?? 0),
      meetings: [...(before?.meetings ?? []), ...meetings],
    });
  }

  #beAway(): void {
    this.#away ??= { sent: 0, meetings: [] };
  }

  #noteSent(change: Change, versions: ReadonlyMap<number, number>): void {
    if (!this.#away) return;
    const { idOf, versionOf } = this.outbox;
    const contentOf = (id: number) => this.#stored().find((each) => each.id === id)?.content;
    this.#away.sent++;
    this.#away.meetings.push(...noticesOfMergedEdits({ change, versions, idOf, versionOf, contentOf }));
  }

  /** The same array until something changes. */
  readonly elements = (): Element[] => {
    const stored = this.#stored();
    if (this.outbox.pending.length === 0) return stored;
    this.#showAll(stored);
    return this.#inScenes()?.elements ?? this.#shown.elements();
  };

  #scenes(): readonly Scene[] | undefined {
    const stored = this.#storedScenes();
    if (this.outbox.pending.length === 0) return stored;
    this.#showAll(this.#stored());
    return this.#inScenes()?.scenes ?? stored;
  }

  /** Null where what is on its way leaves the scenes as they are. */
  #inScenes(): ScriptWithScenes | null {
    const scenes = this.#storedScenes();
    if (!scenes || !this.#shown.touchesScenes) return null;
    return this.#shownScenes.of(this.#shown.elements(), scenes);
  }

  #storedScenes(): readonly Scene[] | undefined {
    return this.#cached<Scene[]>(this.#scenesHash);
  }

  /** As the client has it. Every store of the desk asks at every key: the client would write its key as text each time. */
  #cached<Data>(hash: string): Data | undefined {
    return this.#client.getQueryCache().get<Data>(hash)?.state.data;
  }

  /** A scene gets another id when the server has it. */
  readonly sceneIdOf = (id: number): number => {
    const openerId = this.#shownScenes.openerOf(id);
    if (openerId === undefined) return id;
    const elementId = this.outbox.idOf(openerId);
    return this.elements().find((each) => each.id === elementId)?.sceneId ?? id;
  };

  #stored(): Element[] {
    return this.#cached<Element[]>(this.#hash) ?? [];
  }

  /** Makes what waits of what is stored; what has been made of it already stays. */
  #showAll(stored: Element[]): void {
    const { pending } = this.outbox;
    const { made } = this.#shownOf;
    const isFurther = stored === this.#shownOf.stored && made.every((change, at) => change === pending[at]);
    if (!isFurther) {
      this.#shown.follow(stored);
      this.#shownOf = { stored, made: [] };
    }
    for (const change of pending.slice(this.#shownOf.made.length)) this.#makeShown(change);
  }

  /** Gives what takes the change back. */
  #makeShown(change: Change): QueuedEdit[] {
    this.#shownOf.made.push(change);
    return this.#shown.make(this.#withIds(change.edits), change.key);
  }

  readonly watch = (watcher: () => void): (() => void) => {
    const listener = () => notifyListener(watcher);
    this.#listeners.add(listener);
    const hash = this.#hash;
    const unwatch = [
      this.outbox.watch(listener),
      this.#client.getQueryCache().subscribe(({ query, type }) => {
        if (type === 'updated' && query.queryHash === hash && !this.outbox.isApplying) listener();
      }),
    ];
    return () => {
      this.#listeners.delete(listener);
      for (const end of unwatch) end();
    };
  };

  /** The whole script as it is shown, whatever is filtered; without the line being written. */
  readonly script: ReadableStore<Element[]> = { get: this.elements, watch: this.watch };
  /** The scenes of that script; undefined until they are loaded. */
  readonly scenes: ReadableStore<readonly Scene[] | undefined> = {
    get: () => this.#scenes(),
    watch: this.watch,
  };
  readonly state: ReadableStore<SendState> = { get: () => this.outbox.state, watch: this.watch };
  readonly pending: ReadableStore<readonly Change[]> = { get: () => this.outbox.pending, watch: this.watch };
  /** Lines that a page which went away left unsaved. */
  readonly offers: ReadableStore<readonly StoredLine[]> = { get: () => this.offered, watch: this.watch };
  /** What undo and redo would do; null for nothing. */
  readonly undoable: ReadableStore<string | null> = { get: () => this.undoLabel, watch: this.watch };
  readonly redoable: ReadableStore<string | null> = { get: () => this.redoLabel, watch: this.watch };

  /**
   * Makes a change: seen at once, on its way to the server, one step to undo. Changes of one group that follow each
   * other are one step, such as what was selected and the words that were typed over it.
   */
  readonly run = (edits: QueuedEdit[], label: string | null = null, group: string | null = null): void => {
    if (edits.length === 0) return;
    this.#steps.add({ ...this.#push(edits, label, 'edit'), group });
    this.#notify();
  };

  /** Words that the writer gives up unstored: one step back, and they are. */
  readonly giveUp = (edits: QueuedEdit[]): void => {
    if (edits.length === 0) return;
    this.#steps.add({ key: crypto.randomUUID(), label: 'Cancel', back: edits, group: null });
    this.#notify();
  };

  /**
   * A change that the server makes by another call, such as a suggestion that is accepted: seen, and one step to undo.
   * Those of one group are one step. What stood before is taken before it is asked: the live channel may show the change
   * earlier than the answer does.
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
      const { elementType, content, characterName } = before;
      return { type: 'update', id, fields: { elementType, content, characterName }, base };
    });
    const lists = scriptLists(this.#client, this.#projectId);
    lists.put({ elements: [...made], removedIds: [], renumbered: [], scenes: [], removedSceneIds: [] });
    // A new element may have moved others, and a heading has its scene; the answer tells of neither.
    if (made.some(({ id, elementType }) => !known.has(id) || elementType === 'scene_heading'))
      lists.invalidate();
    this.#steps.add({ key: crypto.randomUUID(), label, back, group });
    this.#notify();
  };

  get undoLabel(): string | null {
    return this.#steps.undoLabel;
  }

  get redoLabel(): string | null {
    return this.#steps.redoLabel;
  }

  /** Takes the last change back, as a new one; gives the element to show, null when there is nothing to undo. */
  readonly undo = (): number | null => this.#goBack('undo');
  readonly redo = (): number | null => this.#goBack('redo');

  #goBack(direction: 'undo' | 'redo'): number | null {
    const step = this.#steps.take(direction);
    const [edit] = this.#withIds(step?.back ?? []);
    if (!step || !edit) return null;
    const id = elementIdOf(edit);
    const index = this.elements().findIndex((each) => each.id === id);
    const opposite = this.#push(step.back, direction === 'undo' ? 'Undo' : 'Redo', 'undo');
    this.#steps.addOpposite(direction, { ...opposite, label: step.label });
    this.#notify();
    const elements = this.elements();
    const isThere = elements.some((each) => each.id === id);
    return isThere ? id : (elements[Math.max(index - 1, 0)]?.id ?? null);
  }

  #stepInstead(change: Change, replacement: Change | null): void {
    const back = (edits: readonly QueuedEdit[]) => {
      const script = new OptimisticScript(this.#projectId);
      script.follow(this.#stored());
      return script.make(edits, change.key);
    };
    this.#steps.replace(change.key, replacement && (() => back(replacement.edits)));
  }

  #push(given: QueuedEdit[], label: string | null, type: Change['type']): UndoStep {
    const change = { key: crypto.randomUUID(), label, edits: this.#withIds(given), type };
    this.#showAll(this.#stored());
    const back = this.#makeShown(change);
    this.outbox.push(change);
    return { key: change.key, label: label ?? 'edit', back, group: null };
  }

  /** What somebody else has stored meanwhile. */
  putStored(element: Element): void {
    this.#client.setQueryData(this.#key, (list) =>
      list?.map((each) => (each.id === element.id ? element : each)),
    );
  }

  /** For an element that somebody else has deleted. */
  removeStored(elementId: number): void {
    this.#client.setQueryData(this.#key, (list) => list?.filter(({ id }) => id !== elementId));
  }

  /** What an edit of an element is based on: its own last change where that is still on its way. */
  baseOf(element: Element): number | string {
    return this.bases()(element);
  }

  /** The same for many elements: what waits is looked through once. */
  bases(): (element: Element) => number | string {
    const { pending, idOf } = this.outbox;
    const own = new Map<number, string>();
    for (const { key, edits } of pending)
      for (const edit of edits)
        if (makesText(edit)) for (const id of touchedIds(edit)) own.set(idOf(id), key);
    return ({ id, version }) => own.get(id) ?? version;
  }

  /** Other tabs' changes, and lines nobody stored. */
  adopt(): void {
    void this.keeper.takeLeftOvers((changes, lines) => {
      // They were kept for want of an answer, in this window or another.
      if (changes.length > 0) this.#beAway();
      for (const change of changes) {
        this.#noteTried(change);
        this.outbox.push(change);
      }
      const written = lines.filter((line) => !isEmptied(line));
      this.offer([...this.#offered, ...written]);
      for (const line of lines) if (!written.includes(line)) this.#deleteEmptied(line);
    });
  }

  /** Deletes the element whose text was deleted when the page went; what others have written there since stays. */
  #deleteEmptied({ base }: StoredLine): void {
    const { idOf } = this.outbox;
    const row = this.elements().find(({ id }) => base !== null && id === idOf(base.id));
    if (!row || row.content !== base?.content) return;
    this.run([{ type: 'delete', id: row.id, base: this.baseOf(row), isEmptied: true }]);
  }

  get offered(): readonly StoredLine[] {
    return this.#offered;
  }

  readonly offer = (lines: readonly StoredLine[]): void => {
    this.#offered = lines;
    this.keeper.keepOffered(lines);
    this.#notify();
  };

  /** Local ids that have become real ones. */
  #withIds(edits: readonly QueuedEdit[]): QueuedEdit[] {
    const { idOf } = this.outbox;
    return edits.map((edit) => {
      const known = this.#resolved.get(edit) ?? edit;
      const resolved = withServerIds(known, idOf);
      if (resolved !== known) this.#resolved.set(edit, resolved);
      return resolved;
    });
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Whether an element says something of that edit's from then on. */
function makesText({ type }: QueuedEdit): boolean {
  return type === 'insert' || type === 'update' || type === 'restore';
}

/** Whether its answers have come, for those who show what others do. */
export function pendingStateOf({ outbox, watch }: ScriptChanges): PendingState {
  return {
    isUnderWay: () => outbox.isUnderWay,
    hasPending: () => outbox.pending.length > 0,
    watch,
  };
}
