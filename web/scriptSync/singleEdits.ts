import { isStoredId } from '#screenplay/edits/references.ts';
import { bottomInputOrderIndex } from '#screenplay/order.ts';
import { createElement, deleteElement, updateElement } from '#shared/contract/elements.ts';
import { call, ignoreNotFound } from '#web/lib/api.ts';
import type { Change, QueuedEdit } from './change.ts';
import type { ScriptLists } from './script.data.ts';
import { callDeadlineMs, nothingSent, ReplyRevision, type SendOutcome } from './sendOutcome.ts';
import { isAnchorDeleted, SendPlaces } from './sendPlaces.ts';
import type { IdResolver } from './serverIds.ts';
import { createdFields } from './wireEdits.ts';

type Sender = (resolver: IdResolver) => Promise<SendOutcome>;

/** Sends changes of a single edit by its documented call. */
export class SingleEdits {
  readonly #projectId: number;
  readonly #lists: ScriptLists;
  readonly #places: SendPlaces;

  constructor(projectId: number, lists: ScriptLists) {
    this.#projectId = projectId;
    this.#lists = lists;
    this.#places = new SendPlaces(lists.elements);
  }

  /** Return the function that sends a change; null if it has several edits, or another kind. */
  senderOf(change: Change): Sender | null {
    const [edit, ...others] = change.edits;
    if (!edit || others.length > 0 || change.type !== 'edit' || change.bundle) return null;
    if (edit.type === 'insert' && edit.elements.length === 1 && !edit.elements[0]?.source)
      return (resolver) => this.#insert(edit, change, resolver);
    if (edit.type === 'update') return (resolver) => this.#update(edit, change, resolver);
    if (edit.type === 'delete' && !edit.isEmptied) return (resolver) => this.#remove(edit, resolver);
    return null;
  }

  async #insert(
    edit: QueuedEdit & { type: 'insert' },
    { key, stayId }: Change,
    { idOf }: IdResolver,
  ): Promise<SendOutcome> {
    const [given] = edit.elements;
    if (!given) return nothingSent();
    const stored = this.#lists.elements();
    const number = bottomInputOrderIndex(stored.length, stored.at(-1)?.orderIndex ?? null);
    const fields = createdFields(given);
    const revision = new ReplyRevision();
    const options = {
      ...{ idempotencyKey: key, stayId, deadlineMs: callDeadlineMs },
      onRevision: revision.note,
    };
    const send = (at: { afterId?: number | null; orderIndex?: number }) =>
      call(createElement, { params: { id: this.#projectId }, body: { ...fields, ...at } }, options);
    // New elements of earlier changes have server ids by now.
    const afterId = edit.afterId == null ? null : idOf(edit.afterId);
    const reply = edit.isBelow
      ? await this.#sendLast((last) => send(last === undefined ? {} : { afterId: last, orderIndex: number }))
      : await this.#sendAfter(this.#places.after(afterId), (after) => send({ afterId: after }));
    const { renumbered, scenes, removedSceneIds, ...element } = reply;
    const changes = { elements: [element], removedIds: [], renumbered, scenes, removedSceneIds };
    return {
      apply: () => this.#lists.applyReply({ ...changes, placedIds: [element.id] }, revision.value),
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
      return this.#sendAfter(this.#places.before(afterId), send);
    }
  }

  /**
   * Send text of the bottom input behind the last element. If that was deleted, send it to the end
   * of the script, because the elements before it may have been moved.
   */
  async #sendLast<Reply>(send: (afterId: number | null | undefined) => Promise<Reply>): Promise<Reply> {
    const lastId = this.#places.last();
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
    const revision = new ReplyRevision();
    const { scenes, removedSceneIds, ...element } = await call(
      updateElement,
      { params: { id: resolver.idOf(edit.id) }, body },
      { stayId, deadlineMs: callDeadlineMs, onRevision: revision.note },
    );
    const changes = { elements: [element], removedIds: [], renumbered: [], scenes, removedSceneIds };
    return {
      apply: () => this.#lists.applyReply(changes, revision.value),
      ids: new Map(),
      versions: new Map([[element.id, element.version]]),
      texts: new Map([[element.id, element]]),
    };
  }

  async #remove(edit: QueuedEdit & { type: 'delete' }, { idOf }: IdResolver): Promise<SendOutcome> {
    const id = idOf(edit.id);
    // The element was never stored, so there is nothing to delete.
    if (!isStoredId(id)) return nothingSent();
    await call(deleteElement, { params: { id } }, { deadlineMs: callDeadlineMs }).catch(ignoreNotFound);
    const scenes = await this.#lists.scenesWithout([id]);
    return { ...nothingSent(), apply: () => this.#lists.removeElements([id], scenes) };
  }
}
