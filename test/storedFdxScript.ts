import { applyWithInverse, numberDraft } from '#screenplay/edits/apply.ts';
import { carryRuns } from '#screenplay/edits/carryRuns.ts';
import type { Edit } from '#screenplay/edits/edit.ts';
import { createEditSession, type EditSession } from '#screenplay/edits/editSession.ts';
import { emptyRow, type ScriptRow } from '#screenplay/edits/rows.ts';
import { emptySnapshot } from '#screenplay/edits/snapshot.ts';
import type { ScriptElement } from '#screenplay/element.ts';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { writeFdx } from '#screenplay/fdx/write.ts';
import type { Screenplay } from '#screenplay/screenplay.ts';

/**
 * A Final Draft file as the server stores it: rows that edits change, and that are written to a
 * file again.
 */
export class StoredFdxScript {
  rows: ScriptRow[];
  readonly #screenplay: Screenplay;
  #nextId: number;
  /** Rows that edits deleted, as history stores them. */
  readonly #deleted = new Map<number, ScriptRow>();

  constructor(bytes: Uint8Array) {
    const read = parseFdx(bytes);
    if (!read.ok) throw new Error(read.message);
    // Round trip through JSON, as in the database.
    this.#screenplay = JSON.parse(JSON.stringify(read.screenplay)) as Screenplay;
    this.rows = this.#screenplay.elements.map((element, index) => ({
      ...emptyRow,
      ...element,
      typedContent: element.typedContent ?? null,
      id: index + 1,
      projectId: 1,
      sceneId: 1,
      orderIndex: (index + 1) * 10,
    }));
    this.#nextId = this.rows.length + 1;
  }

  /** Make a change. Return the edits that undo it. */
  change(edits: readonly Edit[]): Edit[] {
    const outline = this.rows.map(({ id, orderIndex, elementType, content, sceneId }) => ({
      id,
      orderIndex,
      elementType,
      content,
      sceneId,
    }));
    const session = createEditSession({
      ...emptySnapshot(1),
      order: outline,
      rows: new Map(this.rows.map((row) => [row.id, row])),
    });
    session.freeIds = Array.from({ length: 10 }, (_, at) => this.#nextId + 9 - at);
    for (const [id, element] of this.#deleted)
      session.lastRecords.set(id, { version: 1, afterElementId: null, kept: { element }, isDeletion: true });
    const back: Edit[] = [];
    for (const edit of edits) back.unshift(...applyWithInverse(session, edit));
    numberDraft(session);
    carryRuns(session);
    this.#store(session);
    return back;
  }

  #store(session: EditSession): void {
    for (const { elementId, kept } of session.records)
      if (kept?.element) this.#deleted.set(elementId, kept.element);
    const made = new Map(session.created.map((row) => [row.id, row]));
    const found = [...session.order].flatMap(({ id, orderIndex }) => {
      const row = session.rows.get(id) ?? made.get(id);
      return row ? [{ ...row, orderIndex, sceneId: 1 }] : [];
    });
    this.rows = JSON.parse(JSON.stringify(found)) as ScriptRow[];
    this.#nextId += 10;
  }

  /** Return the file as an export writes it now. */
  toFdx(): string {
    const elements: ScriptElement[] = this.rows.map((row) => {
      const { elementType, content, dual, originalType, extras } = row;
      const { sceneNumber } = row as ScriptElement;
      return { elementType, content, dual, originalType, extras, sceneNumber: sceneNumber ?? null };
    });
    return writeFdx({ ...this.#screenplay, elements });
  }
}
