import { applyWithInverse, numberDraft } from '#screenplay/edits/apply.ts';
import type { Edit } from '#screenplay/edits/edit.ts';
import { EditError } from '#screenplay/edits/editError.ts';
import {
  createInPlaceEditSession,
  type EditSession,
  idAtOrBefore,
  reattachScenes,
} from '#screenplay/edits/editSession.ts';
import type { ScriptRow } from '#screenplay/edits/rows.ts';
import { type OrderedElement, ScriptOrder } from '#screenplay/edits/scriptOrder.ts';
import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { isDeepEqual } from '#screenplay/fdx/same.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { QueuedEdit } from './change.ts';
import { findIndexNear } from './indexNear.ts';

/** Maximum number of elements that are moved one by one; more are sorted. */
const maxSpliced = 16;

/**
 * Local script to which edits are applied with the code that the server uses. The state is reused
 * from change to change, so that the cost of an edit does not depend on the length of the script;
 * only the list is copied. Unchanged rows stay the same objects, also when the same edits are
 * applied again.
 */
export class OptimisticScript {
  readonly #projectId: number;
  readonly #order = new ScriptOrder([]);
  readonly #rows = new Map<number, ScriptRow>();
  #list: readonly Element[] = [];
  /** Rows that edits changed or inserted. */
  #changedRows = new Map<number, Element>();
  #previousRows: ReadonlyMap<number, Element> = new Map();
  /** Elements inserted, deleted or moved since the list was made. */
  #replaced = new Set<number>();
  /** Those of them that are not in the list yet. */
  #insertedIds = new Set<number>();
  #touchesScenes = false;
  /** Position of the last change, where the next search starts. */
  #lastPosition = 0;

  constructor(projectId: number) {
    this.#projectId = projectId;
  }

  /** Reset the script to a stored list. All edits have to be applied again. */
  reset(list: readonly Element[]): void {
    const last = this.elements();
    this.#previousRows = this.#changedRows;
    this.#changedRows = new Map();
    this.#touchesScenes = false;
    const { head, tail } = commonEnds(last, list);
    for (const { id } of last.slice(head, last.length - tail)) {
      this.#order.remove(id);
      this.#rows.delete(id);
    }
    const others = list.slice(head, list.length - tail);
    this.#order.insertAfter(list[head - 1]?.id ?? null, others.map(outlined));
    for (const row of others) this.#rows.set(row.id, row as ScriptRow);
    for (let at = 0; at < head; at++) this.#replace(last[at], list[at]);
    for (let at = 1; at <= tail; at++) this.#replace(last.at(-at), list.at(-at));
    this.#list = list;
  }

  /** Whether edits since then changed scenes or their contents. */
  get touchesScenes(): boolean {
    return this.#touchesScenes;
  }

  /** Return the list. The array is reused until the next edit. */
  elements(): Element[] {
    const [ids, inserted] = [this.#replaced, this.#insertedIds];
    if (ids.size > 0) {
      this.#replaced = new Set();
      this.#insertedIds = new Set();
      this.#list =
        ids.size > maxSpliced
          ? [...this.#order].map(({ id }) => this.#rows.get(id) as Element)
          : this.#spliced(ids, inserted);
    }
    return this.#list as Element[];
  }

  /**
   * Return the list with these elements at their present positions. For few elements this is faster
   * than sorting.
   */
  #spliced(ids: ReadonlySet<number>, inserted: ReadonlySet<number>): Element[] {
    const list = [...this.#list];
    for (const id of ids) {
      // A new element is not in the list, so searching for it would scan the whole script.
      if (inserted.has(id)) continue;
      const at = findIndexNear(list, id, this.#lastPosition);
      if (at >= 0) list.splice(at, 1);
    }
    for (const id of this.#order.sorted([...ids].filter((each) => this.#order.has(each)))) {
      const before = this.#order.idBefore(id);
      const at = before === null ? 0 : findIndexNear(list, before, this.#lastPosition) + 1;
      list.splice(at, 0, this.#rows.get(id) as Element);
      this.#lastPosition = at;
    }
    return list;
  }

  /**
   * Apply edits in order and return their inverses. `key` is the key of their change. Edits that
   * cannot be applied, such as those of deleted elements, are left out.
   */
  apply(edits: readonly QueuedEdit[], key: string): QueuedEdit[] {
    const draft = createInPlaceEditSession(this.#projectId, this.#order, this.#rows);
    const inverses: QueuedEdit[][] = [];
    const deletedIds = new Set(edits.map((edit) => (edit.type === 'delete' ? edit.id : null)));
    for (const edit of edits) {
      this.#touchesScenes ||= changesScenes(edit, this.#rows, this.#order);
      inverses.push(applyOne(draft, edit, key));
      // A row that was created can be changed and deleted again.
      for (const row of draft.created.splice(0)) {
        // A restored element may still be in the list, from before its deletion.
        if (!this.#replaced.has(row.id) && !deletedIds.has(row.id)) this.#insertedIds.add(row.id);
      }
    }
    reattachScenes(draft);
    const ids = new Set([...draft.namedIds, ...draft.changedIds, ...draft.deletedIds, ...numberDraft(draft)]);
    this.#settle(ids, draft.hasStaleScenes);
    return withoutNeedlessUpdates(inverses.reverse().flat());
  }

  /** Update the shown rows, with their positions. A row that is made again keeps its object. */
  #settle(ids: ReadonlySet<number>, isReordered: boolean): void {
    const changed = new Map<number, Element>();
    for (const id of ids) {
      const [row, place] = [this.#rows.get(id), this.#order.get(id)];
      if (!row || !place) continue;
      const sceneId = place.sceneId ?? this.#sceneBefore(id);
      const shown: Element = { ...row, orderIndex: place.orderIndex, sceneId };
      const known = this.#changedRows.get(id) ?? this.#previousRows.get(id);
      const kept = known && isDeepEqual(known, shown) ? known : shown;
      this.#rows.set(id, kept as ScriptRow);
      this.#changedRows.set(id, kept);
      changed.set(id, kept);
    }
    if (isReordered) for (const id of ids) this.#replaced.add(id);
    else if (changed.size > 0) this.#list = withRows(this.elements(), changed);
  }

  /** A new heading belongs to the scene that it divides until the server has created its own. */
  #sceneBefore(id: number): number | null {
    const before = this.#order.idBefore(id);
    return before === null ? null : (this.#order.get(before)?.sceneId ?? null);
  }

  #replace(before: Element | undefined, row: Element | undefined): void {
    if (!row || row === before) return;
    this.#rows.set(row.id, row as ScriptRow);
    const place = this.#order.get(row.id);
    if (place) Object.assign(place, outlined(row));
  }
}

function outlined({ id, orderIndex, elementType, content, sceneId }: Element): OrderedElement {
  return { id, orderIndex, elementType, sceneId, content: isHeadingType(elementType) ? content : '' };
}

/** Return the number of elements at the start and at the end that two lists share, by id. */
function commonEnds(some: readonly Element[], others: readonly Element[]): { head: number; tail: number } {
  const max = Math.min(some.length, others.length);
  let head = 0;
  while (head < max && some[head]?.id === others[head]?.id) head++;
  let tail = 0;
  while (tail < max - head && some.at(-1 - tail)?.id === others.at(-1 - tail)?.id) tail++;
  return { head, tail };
}

/** Return the list with some rows replaced. */
function withRows(list: readonly Element[], rows: ReadonlyMap<number, Element>): Element[] {
  const next = [...list];
  for (let at = 0, left = rows.size; left > 0 && at < next.length; at++) {
    const row = rows.get(next[at]?.id ?? 0);
    if (row) next[at] = row;
    if (row) left--;
  }
  return next;
}

/** Return whether an edit may change scenes. Most edits are text within one. */
function changesScenes(edit: QueuedEdit, rows: ReadonlyMap<number, ScriptRow>, order: ScriptOrder): boolean {
  if (edit.type === 'insert')
    return edit.afterId == null || edit.elements.some(({ elementType }) => isHeadingType(elementType));
  if (edit.type !== 'update' && edit.type !== 'delete') return true;
  const row = rows.get(edit.id);
  if (row !== undefined && isHeadingType(row.elementType)) return true;
  if (edit.type === 'update') return isHeadingType(edit.fields.elementType);
  // The element may be the only one before the first heading.
  return order.idBefore(edit.id) === null;
}

function applyOne(draft: EditSession, edit: QueuedEdit, key: string): QueuedEdit[] {
  if (edit.type === 'restore' && !edit.element && !draft.order.has(edit.id))
    return [{ type: 'delete', id: edit.id, base: key }];
  const before = edit.type === 'delete' ? (draft.rows.get(edit.id) as Element | undefined) : undefined;
  try {
    return applyWithInverse(draft, withPlace(draft, edit)).map((inverses): QueuedEdit => {
      if (inverses.type === 'restore') return { ...inverses, element: before ?? null };
      return inverses.type === 'update' || inverses.type === 'delete' ? { ...inverses, base: key } : inverses;
    });
  } catch (error) {
    if (error instanceof EditError) return [];
    throw error;
  }
}

/**
 * Leave out updates of elements that the same edits delete: after the update the deletion would be
 * based on an outdated version.
 */
function withoutNeedlessUpdates(edits: readonly QueuedEdit[]): QueuedEdit[] {
  const deletedIds = new Set(edits.map((edit) => (edit.type === 'delete' ? edit.id : null)));
  return edits.filter((edit) => edit.type !== 'update' || !deletedIds.has(edit.id));
}

/**
 * Return the edit unchanged if the elements it names exist. An insert after a deleted element goes
 * to the end.
 */
function withPlace(draft: EditSession, edit: QueuedEdit): Edit {
  const { order } = draft;
  const isThere = (id: number | null | undefined) => id == null || order.has(id);
  if (edit.type === 'insert') {
    draft.freeIds = edit.elements.map(({ key }) => key ?? 0).reverse();
    return isThere(edit.afterId) ? edit : { ...edit, afterId: order.lastId };
  }
  if (edit.type === 'move') {
    const ids = new Set(edit.ids.filter((id) => order.has(id)));
    const last = () => order.findLast(({ id }) => !ids.has(id))?.id ?? null;
    return { ...edit, ids: [...ids], afterId: isThere(edit.afterId) ? edit.afterId : last() };
  }
  if (edit.type !== 'restore' || !edit.element) return edit;
  const { version, orderIndex } = edit.element;
  const hasPlace = edit.afterId !== undefined && isThere(edit.afterId);
  draft.lastRecords.set(edit.id, {
    version,
    afterElementId: hasPlace ? null : idAtOrBefore(draft, orderIndex),
    kept: { element: edit.element as ScriptRow },
    isDeletion: true,
  });
  return edit;
}
