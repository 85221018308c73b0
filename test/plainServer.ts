import { applyEdit, numberDraft } from '#screenplay/edits/apply.ts';
import type { Edit } from '#screenplay/edits/edit.ts';
import { EditError } from '#screenplay/edits/editError.ts';
import { createEditSession } from '#screenplay/edits/editSession.ts';
import { emptyRow, recordedText, type ScriptRow } from '#screenplay/edits/rows.ts';
import { ScriptOrder } from '#screenplay/edits/scriptOrder.ts';
import { emptySnapshot, type LastRecord, versionKey } from '#screenplay/edits/snapshot.ts';
import type { RecordedText } from '#screenplay/past.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { LiveServerMessage } from '#shared/contract/live.ts';

type Changed = Extract<LiveServerMessage, { type: 'changed' }>;
type Row = Record<string, unknown>;

/**
 * A server without a database and without scenes: the edits of screenplay/, with replies and
 * messages of the live channel.
 */
export class PlainServer {
  #order: ScriptOrder;
  #rows: Map<number, ScriptRow>;
  readonly #texts = new Map<string, RecordedText>();
  readonly #lastRecords = new Map<number, LastRecord>();
  readonly #log: number[][] = [];
  readonly #replies = new Map<string, Row>();
  #lastId = 0;
  /** Every text that an element has ever had. */
  readonly everStored = new Set<string>();

  constructor(texts: readonly string[]) {
    const rows = texts.map((content, index): ScriptRow => {
      const place = { id: index + 1, projectId: 1, sceneId: 1, orderIndex: (index + 1) * 10 };
      return { ...emptyRow, elementType: 'action', content, ...place };
    });
    this.#lastId = rows.length;
    this.#order = new ScriptOrder(rows.map(outlineRow));
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) this.#texts.set(versionKey(row.id, row.version), recordedText(row));
  }

  get revision(): number {
    return this.#log.length;
  }

  elements(): Element[] {
    return [...this.#order].map(({ id }) => ({ ...this.#rows.get(id) }) as Element);
  }

  /** Return the changes that were committed after a revision, with rows in their current state. */
  changesAfter(revision: number): Changed[] {
    return this.#log.slice(revision).map((ids, index) => ({
      ...{ type: 'changed', entity: 'element', actorUserId: null, actorWindow: null },
      ...{ rev: revision + index + 1, ids },
      elements: ids.flatMap((id) => (this.#rows.has(id) ? ({ ...this.#rows.get(id) } as Element) : [])),
    }));
  }

  /** Answer one call of the contract with a status and a body. */
  answer(
    method: string,
    path: string,
    key: string | null,
    body: Row,
  ): { status: number; body: object | null } {
    try {
      if (method === 'GET')
        return { status: 200, body: /\/script-elements\b/.test(path) ? this.elements() : [] };
      if (path.endsWith('/characters')) return { status: 201, body: { id: ++this.#lastId, ...body } };
      const known = key === null ? undefined : this.#replies.get(key);
      const reply = known ?? this.#replyTo(method, path, body);
      if (key !== null) this.#replies.set(key, reply);
      return { status: method === 'DELETE' ? 204 : 200, body: method === 'DELETE' ? null : reply };
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      const { code, message, extra } = error;
      const status = { not_found: 404, invalid: 400, conflict: 409 }[code];
      return { status, body: { code, message, error: message, ...extra } };
    }
  }

  #replyTo(method: string, path: string, body: Row): Row {
    const id = Number(path.split('/').at(-1));
    const withoutScenes = { scenes: [], removedSceneIds: [] };
    if (path.endsWith('/script-changes')) return { ...this.#change(body.edits as Edit[]), ...withoutScenes };
    if (method === 'DELETE') return this.#change([{ type: 'delete', id }], false);
    if (method === 'PATCH') {
      const { baseVersion, ...fields } = body;
      const edit = { type: 'update', id, fields, baseVersion } as Edit;
      const { elements } = this.#change([edit], false);
      return { ...elements.find((row) => row.id === id), ...withoutScenes };
    }
    const { afterId, orderIndex, ...columns } = body;
    const edit = {
      type: 'insert',
      afterId,
      orderIndex,
      elements: [{ ...columns, key: 1 }],
    } as unknown as Edit;
    const { elements, keys, renumbered } = this.#change([edit], false);
    const created = elements.find((row) => row.id === keys[0]?.id);
    return { ...created, renumbered, ...withoutScenes };
  }

  /** Apply all edits, or none. */
  #change(edits: readonly Edit[], hasIndex = true) {
    const session = createEditSession({
      ...emptySnapshot(1),
      order: [...this.#order],
      rows: this.#rows,
      freeIds: Array.from({ length: 100 }, (_, index) => this.#lastId + 100 - index),
      lastRecords: this.#lastRecords,
      pastTexts: this.#texts,
    });
    const { order } = session;
    for (const [editIndex, edit] of edits.entries())
      try {
        applyEdit(session, edit);
        for (const row of session.created) if (order.has(row.id)) session.rows.set(row.id, row as ScriptRow);
      } catch (error) {
        if (error instanceof EditError && hasIndex) Object.assign(error.extra, { editIndex });
        throw error;
      }
    const numbered = numberDraft(session);
    const ids = new Set([...session.namedIds, ...session.changedIds, ...session.deletedIds, ...numbered]);
    for (const id of ids) {
      const [row, place] = [session.rows.get(id), order.get(id)];
      if (row && place) session.rows.set(id, { ...row, sceneId: 1, orderIndex: place.orderIndex });
    }
    this.#order = order;
    this.#rows = session.rows;
    this.#lastId += session.created.length;
    for (const { elementId, version, after } of session.records) {
      if (after === null) continue;
      this.#texts.set(versionKey(elementId, version), after);
      this.everStored.add(after.content);
    }
    for (const [id, record] of session.lastRecords) this.#lastRecords.set(id, record);
    if (ids.size > 0) this.#log.push([...ids]);
    const isRenumbered = (id: number) => !session.namedIds.has(id) && !session.changedIds.has(id);
    const present = [...ids].flatMap((id) => this.#rows.get(id) ?? []);
    return {
      elements: present.filter(({ id }) => !isRenumbered(id)).map((row) => ({ ...row })),
      removedIds: [...ids].filter((id) => !this.#rows.has(id)),
      renumbered: present
        .filter(({ id }) => isRenumbered(id))
        .map(({ id, orderIndex }) => ({ id, orderIndex })),
      keys: session.keys,
    };
  }
}

function outlineRow({ id, orderIndex, elementType, sceneId }: ScriptRow) {
  return { id, orderIndex, elementType, sceneId, content: '' };
}
