import type { QueryClient } from '@tanstack/react-query';
import { isStoredId } from '#screenplay/edits/references.ts';
import { plainTextType } from '#screenplay/element.ts';
import { bottomInputOrderIndex } from '#screenplay/order.ts';
import type { LetteredText } from '#screenplay/typedLetters.ts';
import { createCharacter } from '#shared/contract/characters.ts';
import { changeScript, type ScriptEdit } from '#shared/contract/edits.ts';
import { createElement, deleteElement, updateElement } from '#shared/contract/elements.ts';
import { listScenes, type Scene } from '#shared/contract/scenes.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { ApiError, call, fieldProblemsOf } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import type { Change, ElementText, QueuedEdit } from './change.ts';
import { insertedIds } from './localIds.ts';
import type { IdResolver, SendOutcome } from './outbox.ts';
import { editIndexOf } from './saveFailure.ts';
import { charactersQuery, scriptLists } from './script.data.ts';
import { newSpeaker } from './speakers.ts';
import { createdFields, EarlierEdits, inParts, wireEdit, withFormerType } from './wireEdits.ts';

/**
 * Timeout of one call. After it a change waits as if there were no connection; sending it again is
 * safe, because of its key.
 */
const deadlineMs = 20_000;

/**
 * Sends changes. A single edit uses its documented call; several edits, of one change or of a
 * bundle, use one call. Rejects as `call` does; the changes may then be sent again.
 */
export class ChangeSender {
  readonly #client: QueryClient;
  readonly #projectId: number;
  readonly #lists: ReturnType<typeof scriptLists>;
  /**
   * Keys of changes whose reply may have been lost. The server repeats the original reply for them.
   */
  readonly #unconfirmedKeys = new Set<string>();
  /** Revision that the last reply includes; null if it is unknown. */
  #revision: number | null = null;

  constructor(client: QueryClient, projectId: number) {
    this.#client = client;
    this.#projectId = projectId;
    this.#lists = scriptLists(client, projectId);
  }

  readonly send = async (changes: readonly Change[], resolver: IdResolver): Promise<SendOutcome> => {
    await this.#lists.cancelRefetch();
    const [first] = changes;
    if (!first) return nothing();
    const key = callKeyOf(first);
    const isAgain = this.#unconfirmedKeys.has(key);
    this.#unconfirmedKeys.add(key);
    const outcome = await this.#sendEdits(first, changes, resolver);
    this.#unconfirmedKeys.delete(key);
    const apply = () => {
      outcome.apply();
      // The repeated reply may be older than changes that are already shown.
      if (isAgain) this.#lists.invalidate();
      this.#lists.refetchIfOutdated();
    };
    return { ...outcome, apply };
  };

  /**
   * Refetch the list after the user decided about a rejected change. The user decides by the cached
   * list, so a cancelled refetch of it runs only afterwards.
   */
  afterDecision(): void {
    this.#lists.refetchIfOutdated();
  }

  /** Note a change of another tab, which may have sent it. */
  noteUnconfirmed(change: Change): void {
    this.#unconfirmedKeys.add(callKeyOf(change));
  }

  async #sendEdits(change: Change, changes: readonly Change[], resolver: IdResolver): Promise<SendOutcome> {
    for (const each of changes) await this.#createSpeakersOf(each);
    const edits = changes.flatMap((each) => each.edits);
    const [edit, ...others] = edits;
    if (edit === undefined) return nothing();
    const isAlone = others.length === 0 && change.type === 'edit' && !change.bundle;
    if (isAlone && edit.type === 'insert' && edit.elements.length === 1 && !edit.elements[0]?.source)
      return this.#insert(edit, change, resolver);
    if (isAlone && edit.type === 'update') return this.#update(edit, change, resolver);
    if (isAlone && edit.type === 'delete' && !edit.isEmptied) return this.#remove(edit, resolver);
    return this.#batch({ key: callKeyOf(change), label: change.label, edits }, resolver);
  }

  readonly #noteRevision = (revision: number): void => {
    this.#revision = revision;
  };

  #takeRevision(): number | null {
    const revision = this.#revision;
    this.#revision = null;
    return revision;
  }

  async #insert(
    edit: QueuedEdit & { type: 'insert' },
    change: Change,
    { idOf }: IdResolver,
  ): Promise<SendOutcome> {
    const [given] = edit.elements;
    if (!given) return nothing();
    const stored = this.#lists.elements();
    const number = bottomInputOrderIndex(stored.length, stored.at(-1)?.orderIndex ?? null);
    const fields = createdFields(given);
    const options = {
      ...{ idempotencyKey: change.key, stayId: change.stayId, deadlineMs },
      onRevision: this.#noteRevision,
    };
    // New elements of earlier changes have server ids by now.
    const place = edit.isBelow ? this.#lastStored() : this.#placeOf(edit.afterId ?? null, idOf);
    const send = (at: { afterId?: number | null; orderIndex?: number }) =>
      call(createElement, { params: { id: this.#projectId }, body: { ...fields, ...at } }, options);
    const reply = edit.isBelow
      ? await this.#sendLast(place, (afterId) =>
          send(afterId === undefined ? {} : { afterId, orderIndex: number }),
        )
      : await this.#sendAfter(place, (afterId) => send({ afterId }));
    const revision = this.#takeRevision();
    const { renumbered, scenes, removedSceneIds, ...element } = reply;
    return {
      apply: () =>
        this.#lists.applyReply(
          {
            ...{ elements: [element], removedIds: [], renumbered, scenes, removedSceneIds },
            placedIds: [element.id],
          },
          revision,
        ),
      ids: new Map([[given.key ?? 0, element.id]]),
      versions: new Map([[element.id, element.version]]),
    };
  }

  /** Send an element behind another one. If that was deleted, send it to the same position. */
  async #sendAfter<Reply>(
    afterId: number | null,
    send: (afterId: number | null) => Promise<Reply>,
  ): Promise<Reply> {
    try {
      return await send(afterId);
    } catch (error) {
      if (afterId === null || !isAnchorDeleted(error)) throw error;
      return this.#sendAfter(this.#placeBefore(afterId), send);
    }
  }

  /**
   * Send text of the bottom input behind the last element. If that was deleted, send it to the end
   * of the script, because the elements before it may have been moved.
   */
  async #sendLast<Reply>(
    lastId: number | null,
    send: (afterId: number | null | undefined) => Promise<Reply>,
  ): Promise<Reply> {
    try {
      return await send(lastId);
    } catch (error) {
      if (lastId === null || !isAnchorDeleted(error)) throw error;
      return send(undefined);
    }
  }

  async #update(
    edit: QueuedEdit & { type: 'update' },
    { stayId }: Change,
    resolver: IdResolver,
  ): Promise<SendOutcome> {
    const baseVersion = resolver.versionOf(edit);
    const body = { ...edit.fields, ...(baseVersion !== undefined && { baseVersion }) };
    const reply = await call(
      updateElement,
      { params: { id: resolver.idOf(edit.id) }, body },
      { stayId, deadlineMs, onRevision: this.#noteRevision },
    );
    const revision = this.#takeRevision();
    const { scenes, removedSceneIds, ...element } = reply;
    return {
      apply: () =>
        this.#lists.applyReply(
          { elements: [element], removedIds: [], renumbered: [], scenes, removedSceneIds },
          revision,
        ),
      ids: new Map(),
      versions: new Map([[element.id, element.version]]),
      texts: new Map([[element.id, element]]),
    };
  }

  async #remove(edit: QueuedEdit & { type: 'delete' }, { idOf }: IdResolver): Promise<SendOutcome> {
    const id = idOf(edit.id);
    // The element was never stored, so there is nothing to delete.
    if (!isStoredId(id)) return nothing();
    try {
      await call(deleteElement, { params: { id } }, { deadlineMs });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error; // already deleted
    }
    const scenes = await this.#scenesWithout([id]);
    return { ...nothing(), apply: () => this.#lists.removeElements([id], scenes) };
  }

  /**
   * Send several edits. A long paste takes several calls, each with its own key, so the whole can
   * be sent again.
   */
  async #batch(
    { key, label, edits }: Pick<Change, 'key' | 'label' | 'edits'>,
    resolver: IdResolver,
  ): Promise<SendOutcome> {
    const replies: {
      reply: CallReply<typeof changeScript>;
      placedIds: number[];
      revision: number | null;
    }[] = [];
    const goneIds: number[] = [];
    let scenes: Scene[] | null = null;
    const apply = () => {
      for (const { reply, placedIds, revision } of replies)
        this.#lists.applyReply({ ...reply, placedIds }, revision);
      if (goneIds.length > 0) this.#lists.removeElements(goneIds, scenes);
    };
    const texts = new Map<number, LetteredText>();
    const outcome: SendOutcome = { ...nothing(), apply, texts };
    const known: IdResolver = { ...resolver, idOf: (id) => outcome.ids.get(id) ?? resolver.idOf(id) };
    const earlier = new EarlierEdits();
    for (const [index, part] of inParts(edits).entries()) {
      const made = new Set(part.flatMap(insertedIds));
      const isKnown = (id: number) => isStoredId(id) || made.has(id);
      const last = new Set<ScriptEdit>();
      const wireEdits = part.flatMap((edit) => {
        const wire = wireEdit(edit, known, {
          isKnown,
          isPlaced: (id) => earlier.isPlaced(id),
          lastStored: () => earlier.lastUntouched(this.#lists.elements()),
        });
        earlier.add(edit, known.idOf);
        if (edit.type === 'insert' && edit.isBelow) last.add(wire);
        return wire.type === 'delete' && !isKnown(wire.id) ? [] : [wire];
      });
      const reply = await this.#sendChange(wireEdits, label, `${key}.${index}`, { goneIds, last });
      if (!reply) continue;
      for (const { key: local, id } of reply.keys) outcome.ids.set(local, id);
      for (const element of reply.elements) {
        outcome.versions.set(element.id, element.version);
        texts.set(element.id, element);
      }
      const placedIds = part.flatMap(placedBy).map(known.idOf);
      replies.push({ reply, placedIds, revision: this.#takeRevision() });
    }
    scenes = await this.#scenesWithout(goneIds);
    return outcome;
  }

  /**
   * Return the element to insert after. If it is unknown, such as in changes stored by an earlier
   * version, return the last element, which is where the page shows the new one.
   */
  #placeOf(afterId: number | null, idOf: IdResolver['idOf']): number | null {
    const id = afterId === null ? null : idOf(afterId);
    return id === null || isStoredId(id) ? id : this.#lastStored();
  }

  /**
   * Return the element before one that someone else has deleted. The list still shows that one,
   * because remote changes wait for pending changes; otherwise the new element is at the end.
   */
  #placeBefore(deletedId: number): number | null {
    const elements = this.#lists.elements();
    const index = elements.findIndex(({ id }) => id === deletedId);
    return (index < 0 ? elements.at(-1) : elements[index - 1])?.id ?? null;
  }

  #lastStored(): number | null {
    return this.#lists.elements().at(-1)?.id ?? null;
  }

  /**
   * Load the scenes before the next change is sent, which may change them again. Returns null if
   * the deletion leaves scenes unchanged.
   */
  async #scenesWithout(ids: readonly number[]): Promise<Scene[] | null> {
    return this.#lists.haveScenes(ids) ? call(listScenes, { params: { id: this.#projectId } }) : null;
  }

  /**
   * Send edits. Leaves out deletions of elements that someone else has deleted, and adds their ids
   * to `goneIds`. Edits behind such elements keep their position; those of the bottom input, in
   * `last`, go to the end of the script. Returns null if no edit is left.
   */
  async #sendChange(
    edits: ScriptEdit[],
    label: string | null,
    key: string,
    { goneIds, last }: { goneIds: number[]; last: ReadonlySet<ScriptEdit> },
  ) {
    let remaining = edits;
    while (remaining.length > 0) {
      const body = { edits: remaining.map(withFormerType), ...(label !== null && { reason: label }) };
      try {
        const options = { idempotencyKey: key, deadlineMs, onRevision: this.#noteRevision };
        return await call(changeScript, { params: { id: this.#projectId }, body }, options);
      } catch (error) {
        const index = error instanceof ApiError ? editIndexOf(error) : null;
        const rejected = index === null ? undefined : remaining[index];
        const isDeleted = error instanceof ApiError && error.status === 404;
        if (index === null || rejected === undefined) throw error;
        if (isDeleted && rejected.type === 'delete') {
          goneIds.push(rejected.id);
          remaining = remaining.toSpliced(index, 1);
        } else if (rejected.type === 'insert' && last.has(rejected) && isAnchorDeleted(error)) {
          const { afterId: _, ...atEnd } = rejected;
          remaining = remaining.with(index, atEnd);
        } else if ('afterId' in rejected && rejected.afterId != null && isAnchorDeleted(error))
          remaining = remaining.with(index, {
            ...rejected,
            afterId: this.#placeBefore(rejected.afterId),
          });
        else throw error;
      }
    }
    return null;
  }

  async #createSpeakersOf({ type, isTyping, edits, finishedCues }: Change): Promise<void> {
    // Undo, redo and joined lines introduce no new speaker.
    if (type === 'edit' && !isTyping && !edits.some((edit) => edit.type === 'delete'))
      await this.#createSpeakers(edits.flatMap((edit) => this.#writtenBy(edit)));
    if (finishedCues) await this.#createSpeakers(finishedCues);
  }

  /** Create a character for each name that speaks for the first time (docs/spec/script.md). */
  async #createSpeakers(written: readonly ElementText[]): Promise<void> {
    const cast = listCache(this.#client, charactersQuery(this.#projectId));
    for (const { elementType, content } of written) {
      const name = newSpeaker(elementType, content, cast.rows());
      if (name === null || name.length > maxNameLength) continue;
      try {
        const character = await call(
          createCharacter,
          { params: { id: this.#projectId }, body: { name } },
          { deadlineMs },
        );
        cast.put(character);
      } catch (error) {
        // Store the cue even if its character cannot be created.
        if (error instanceof ApiError && (error.status === 400 || error.status === 422)) continue;
        if (!(error instanceof ApiError && error.status === 409)) throw error;
        // Someone else has just created it.
        await cast.invalidate();
      }
    }
  }

  #writtenBy(edit: QueuedEdit) {
    if (edit.type === 'insert') return edit.elements;
    if (edit.type !== 'update' || edit.fields.content === undefined) return [];
    const stored = this.#lists.elements().find(({ id }) => id === edit.id);
    return [
      {
        elementType: edit.fields.elementType ?? stored?.elementType ?? plainTextType,
        content: edit.fields.content,
      },
    ];
  }
}

/** Return the elements that get a place by an edit. */
function placedBy(edit: QueuedEdit): readonly number[] {
  if (edit.type === 'move') return edit.ids;
  return edit.type === 'restore' ? [edit.id] : insertedIds(edit);
}

/** Return the idempotency key of the call that carries a change. */
const callKeyOf = ({ key, bundle }: Change): string => bundle?.key ?? key;

const maxNameLength = 100;
const nothing = (): SendOutcome => ({ apply: () => {}, ids: new Map(), versions: new Map() });

/** Return whether an edit was rejected because the element before it does not exist. */
function isAnchorDeleted(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400 && 'afterId' in fieldProblemsOf(error);
}
