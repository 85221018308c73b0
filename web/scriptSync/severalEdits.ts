import { isStoredId } from '#screenplay/edits/references.ts';
import type { LetteredText } from '#screenplay/typedLetters.ts';
import { changeScript, type ScriptEdit } from '#shared/contract/edits.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { ApiError, call } from '#web/lib/api.ts';
import type { Change, QueuedEdit } from './change.ts';
import { insertedIds } from './localIds.ts';
import { editIndexOf } from './saveFailure.ts';
import type { ScriptLists } from './script.data.ts';
import { callDeadlineMs, nothingSent, ReplyRevision, type SendOutcome } from './sendOutcome.ts';
import { isAnchorDeleted, SendPlaces } from './sendPlaces.ts';
import type { IdResolver } from './serverIds.ts';
import { EarlierEdits, inParts, wireEdit, withFormerType } from './wireEdits.ts';

type EditsOfCall = Pick<Change, 'key' | 'label' | 'edits'>;

/** Edits of one call as sent, and what is known about them. */
interface WirePart {
  key: string;
  label: string | null;
  edits: ScriptEdit[];
  /** Those of the bottom input. */
  last: ReadonlySet<ScriptEdit>;
}

/** Sends several edits, of one change or of a bundle, by one call. */
export class SeveralEdits {
  readonly #projectId: number;
  readonly #lists: ScriptLists;
  readonly #places: SendPlaces;

  constructor(projectId: number, lists: ScriptLists) {
    this.#projectId = projectId;
    this.#lists = lists;
    this.#places = new SendPlaces(lists.elements);
  }

  /**
   * Send edits. A long paste takes several calls, each with its own key, so the whole can be sent
   * again.
   */
  async send({ key, label, edits }: EditsOfCall, resolver: IdResolver): Promise<SendOutcome> {
    const replies: (() => void)[] = [];
    const goneIds: number[] = [];
    let scenes: Scene[] | null = null;
    const apply = () => {
      for (const applyReply of replies) applyReply();
      if (goneIds.length > 0) this.#lists.removeElements(goneIds, scenes);
    };
    const texts = new Map<number, LetteredText>();
    const outcome: SendOutcome = { ...nothingSent(), apply, texts };
    const known: IdResolver = { ...resolver, idOf: (id) => outcome.ids.get(id) ?? resolver.idOf(id) };
    const earlier = new EarlierEdits();
    for (const [index, part] of inParts(edits).entries()) {
      const wire = this.#wirePartOf(part, known, earlier);
      const revision = new ReplyRevision();
      const reply = await this.#call({ ...wire, key: `${key}.${index}`, label }, goneIds, revision);
      if (!reply) continue;
      for (const { key: local, id } of reply.keys) outcome.ids.set(local, id);
      for (const element of reply.elements) {
        outcome.versions.set(element.id, element.version);
        texts.set(element.id, element);
      }
      const placedIds = part.flatMap(placedBy).map(known.idOf);
      replies.push(() => this.#lists.applyReply({ ...reply, placedIds }, revision.value));
    }
    scenes = await this.#lists.scenesWithout(goneIds);
    return outcome;
  }

  #wirePartOf(part: readonly QueuedEdit[], known: IdResolver, earlier: EarlierEdits) {
    const made = new Set(part.flatMap(insertedIds));
    const isKnown = (id: number) => isStoredId(id) || made.has(id);
    const last = new Set<ScriptEdit>();
    const edits = part.flatMap((edit) => {
      const wire = wireEdit(edit, known, {
        isKnown,
        isPlaced: (id) => earlier.isPlaced(id),
        lastStored: () => earlier.lastUntouched(this.#lists.elements()),
      });
      earlier.add(edit, known.idOf);
      if (edit.type === 'insert' && edit.isBelow) last.add(wire);
      return wire.type === 'delete' && !isKnown(wire.id) ? [] : [wire];
    });
    return { edits, last };
  }

  /**
   * Make one call. Leaves out deletions of elements that someone else has deleted, and adds their
   * ids to `goneIds`. Returns null if no edit is left.
   */
  async #call(
    { key, label, edits, last }: WirePart,
    goneIds: number[],
    revision: ReplyRevision,
  ): Promise<CallReply<typeof changeScript> | null> {
    let remaining = edits;
    while (remaining.length > 0) {
      const body = { edits: remaining.map(withFormerType), ...(label !== null && { reason: label }) };
      try {
        const options = { idempotencyKey: key, deadlineMs: callDeadlineMs, onRevision: revision.note };
        return await call(changeScript, { params: { id: this.#projectId }, body }, options);
      } catch (error) {
        const index = error instanceof ApiError ? editIndexOf(error) : null;
        const rejected = index === null ? undefined : remaining[index];
        if (index === null || rejected === undefined) throw error;
        if (rejected.type === 'delete' && error instanceof ApiError && error.status === 404) {
          goneIds.push(rejected.id);
          remaining = remaining.toSpliced(index, 1);
        } else remaining = remaining.with(index, this.#moved(rejected, last, error));
      }
    }
    return null;
  }

  /**
   * Return a rejected edit with another place, if the element before it was deleted: the same
   * position, or the end of the script for the bottom input. Throws any other error.
   */
  #moved(edit: ScriptEdit, last: ReadonlySet<ScriptEdit>, error: unknown): ScriptEdit {
    if (!isAnchorDeleted(error)) throw error;
    if (edit.type === 'insert' && last.has(edit)) {
      const { afterId: _, ...atEnd } = edit;
      return atEnd;
    }
    if (!('afterId' in edit) || edit.afterId == null) throw error;
    return { ...edit, afterId: this.#places.before(edit.afterId) };
  }
}

/** Return the elements that get a place by an edit. */
function placedBy(edit: QueuedEdit): readonly number[] {
  if (edit.type === 'move') return edit.ids;
  return edit.type === 'restore' ? [edit.id] : insertedIds(edit);
}
