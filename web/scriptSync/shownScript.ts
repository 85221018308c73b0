import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { notifyListener } from '#web/lib/store.ts';
import type { Change, QueuedEdit } from './change.ts';
import { OptimisticScenes, type ScriptWithScenes } from './optimisticScenes.ts';
import { OptimisticScript } from './optimisticScript.ts';
import type { Outbox } from './outbox.ts';
import { elementsQuery, scenesQuery } from './script.data.ts';
import { UnconfirmedInserts } from './unconfirmedInserts.ts';

interface ShownScriptInput {
  client: QueryClient;
  projectId: number;
  outbox: Outbox;
  /** Replaces local ids by server ids. */
  withIds: (edits: readonly QueuedEdit[]) => QueuedEdit[];
}

/** Elements and scenes as they are shown: those of the query cache with the pending changes. */
export class ShownScript {
  readonly #client: QueryClient;
  readonly #outbox: Outbox;
  readonly #withIds: ShownScriptInput['withIds'];
  readonly #script: OptimisticScript;
  readonly #scenes: OptimisticScenes;
  readonly #hash: string;
  readonly #scenesHash: string;
  /** Inserts of a closed tab that the server may have stored already. */
  readonly unconfirmed = new UnconfirmedInserts();
  /** Inputs of the shown script: the stored list, and the changes applied to it. */
  #source: { stored: readonly Element[]; made: Change[] } = { stored: [], made: [] };

  constructor({ client, projectId, outbox, withIds }: ShownScriptInput) {
    this.#client = client;
    this.#outbox = outbox;
    this.#withIds = withIds;
    this.#script = new OptimisticScript(projectId);
    this.#scenes = new OptimisticScenes(projectId);
    this.#hash = hashKey(elementsQuery(projectId).queryKey);
    this.#scenesHash = hashKey(scenesQuery(projectId).queryKey);
  }

  /** Return the shown elements. The array is reused until something changes. */
  readonly elements = (): Element[] => {
    const stored = this.stored();
    if (this.#outbox.pending.length === 0) return stored;
    this.#applyPending(stored);
    return this.#inScenes()?.elements ?? this.#visible();
  };

  /** Return the scenes of these elements; undefined until they are loaded. */
  readonly scenes = (): readonly Scene[] | undefined => {
    const stored = this.#storedScenes();
    if (this.#outbox.pending.length === 0) return stored;
    this.#applyPending(this.stored());
    return this.#inScenes()?.scenes ?? stored;
  };

  /** Return the elements of the server. */
  stored(): Element[] {
    return this.#cached<Element[]>(this.#hash) ?? [];
  }

  /** Return all elements with the pending changes, also those that are not shown yet. */
  allElements(): Element[] {
    this.#applyPending(this.stored());
    return this.#script.elements();
  }

  /** Apply a change after the pending ones, and return its inverse. */
  apply(change: Change): QueuedEdit[] {
    this.#applyPending(this.stored());
    return this.#applyChange(change);
  }

  /** Apply edits that amend the last pending change to `amended`, and return their inverse. */
  amendLast(edits: readonly QueuedEdit[], amended: Change): QueuedEdit[] {
    this.#applyPending(this.stored());
    const inverse = this.#script.apply(edits, amended.key);
    this.#source.made[this.#source.made.length - 1] = amended;
    return inverse;
  }

  /** Return the current id of a scene, whose local id changes when the server has stored it. */
  sceneIdOf(id: number): number {
    const openerId = this.#scenes.openerOf(id);
    if (openerId === undefined) return id;
    const elementId = this.#outbox.idOf(openerId);
    return this.elements().find((each) => each.id === elementId)?.sceneId ?? id;
  }

  readonly watch = (watcher: () => void): (() => void) => {
    const listener = () => notifyListener(watcher);
    const hash = this.#hash;
    const ends = [
      this.#outbox.watch(listener),
      this.#client.getQueryCache().subscribe(({ query, type }) => {
        if (type === 'updated' && query.queryHash === hash && !this.#outbox.isApplying) listener();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  };

  #visible(): Element[] {
    return this.unconfirmed.without(this.#script.elements());
  }

  /** Return elements and scenes; null if the pending changes leave the scenes unchanged. */
  #inScenes(): ScriptWithScenes | null {
    const scenes = this.#storedScenes();
    if (!scenes || !this.#script.touchesScenes) return null;
    return this.#scenes.of(this.#visible(), scenes);
  }

  #storedScenes(): readonly Scene[] | undefined {
    return this.#cached<Scene[]>(this.#scenesHash);
  }

  /**
   * Read from the query cache by hash. The client would serialise the key on each call, and every
   * store of the editor reads on every keystroke.
   */
  #cached<Data>(hash: string): Data | undefined {
    return this.#client.getQueryCache().get<Data>(hash)?.state.data;
  }

  /** Apply pending changes to the stored list. Changes that are already applied stay. */
  #applyPending(stored: Element[]): void {
    const { pending } = this.#outbox;
    const { made } = this.#source;
    const isFurther = stored === this.#source.stored && made.every((change, at) => change === pending[at]);
    if (!isFurther) {
      this.#script.reset(stored);
      this.#source = { stored, made: [] };
    }
    for (const change of pending.slice(this.#source.made.length)) this.#applyChange(change);
  }

  #applyChange(change: Change): QueuedEdit[] {
    this.#source.made.push(change);
    return this.#script.apply(this.#withIds(change.edits), change.key);
  }
}
