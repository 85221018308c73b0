import { applyWithInverse, numberDraft } from '#screenplay/edits/apply.ts';
import type { Edit } from '#screenplay/edits/edit.ts';
import {
  createInPlaceEditSession,
  type EditSession,
  idAtOrBefore,
  reattachScenes,
} from '#screenplay/edits/editSession.ts';
import { EditRefusal } from '#screenplay/edits/refusal.ts';
import { isSceneHeading, type ScriptRow } from '#screenplay/edits/rows.ts';
import { type OrderedElement, ScriptOrder } from '#screenplay/edits/scriptOrder.ts';
import { isDeepEqual } from '#screenplay/fdx/same.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { QueuedEdit } from './change.ts';
import { findIndexNear } from './indexNear.ts';

/** So many elements are put at their places one by one. */
const mostSpliced = 16;

/**
 * The whole script while edits are made of it, by the code that the server makes them with. It is kept from change to
 * change, so that an edit takes the same time in a long script as in a short one; only the list is copied. Rows that
 * no edit changes stay the same objects, and so does a row that the same edits make again.
 */
export class OptimisticScript {
  readonly #projectId: number;
  readonly #order = new ScriptOrder([]);
  readonly #rows = new Map<number, ScriptRow>();
  #list: readonly Element[] = [];
  /** Rows that edits have made of those that the script had. */
  #made = new Map<number, Element>();
  #madeBefore: ReadonlyMap<number, Element> = new Map();
  /** Elements that have come, gone or moved since the list was made. */
  #replaced = new Set<number>();
  /** Of them those that the list does not have. */
  #fresh = new Set<number>();
  #touchesScenes = false;
  /** Where something came to stand last: what is looked for next is not far. */
  #near = 0;

  constructor(projectId: number) {
    this.#projectId = projectId;
  }

  /** The script is that list, whatever was made of it. */
  follow(list: readonly Element[]): void {
    const last = this.elements();
    this.#madeBefore = this.#made;
    this.#made = new Map();
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

  /** Whether edits since then have changed which scenes there are, or what stands in them. */
  get touchesScenes(): boolean {
    return this.#touchesScenes;
  }

  /** The same array until an edit is made. */
  elements(): Element[] {
    const [ids, fresh] = [this.#replaced, this.#fresh];
    if (ids.size > 0) {
      this.#replaced = new Set();
      this.#fresh = new Set();
      this.#list =
        ids.size > mostSpliced
          ? [...this.#order].map(({ id }) => this.#rows.get(id) as Element)
          : this.#spliced(ids, fresh);
    }
    return this.#list as Element[];
  }

  /** The list with those where they stand now; few are found faster than all are put in order. */
  #spliced(ids: ReadonlySet<number>, fresh: ReadonlySet<number>): Element[] {
    const list = [...this.#list];
    for (const id of ids) {
      // A new line is looked for in vain, through the whole script.
      if (fresh.has(id)) continue;
      const at = findIndexNear(list, id, this.#near);
      if (at >= 0) list.splice(at, 1);
    }
    for (const id of this.#order.sorted([...ids].filter((each) => this.#order.has(each)))) {
      const before = this.#order.idBefore(id);
      const at = before === null ? 0 : findIndexNear(list, before, this.#near) + 1;
      list.splice(at, 0, this.#rows.get(id) as Element);
      this.#near = at;
    }
    return list;
  }

  /**
   * Makes edits, one after the other, and gives those that take them back; `key` names the change they are part of.
   * What cannot be made, such as an edit of an element that somebody else has deleted, is left out.
   */
  make(edits: readonly QueuedEdit[], key: string): QueuedEdit[] {
    const draft = createInPlaceEditSession(this.#projectId, this.#order, this.#rows);
    const back: QueuedEdit[][] = [];
    const deletedIds = new Set(edits.map((edit) => (edit.type === 'delete' ? edit.id : null)));
    for (const edit of edits) {
      this.#touchesScenes ||= changesScenes(edit, this.#rows, this.#order);
      back.push(makeOne(draft, edit, key));
      // What is made can be changed and taken away again.
      for (const row of draft.created.splice(0)) {
        // One that comes back may be in the list still, from before it went.
        if (!this.#replaced.has(row.id) && !deletedIds.has(row.id)) this.#fresh.add(row.id);
      }
    }
    reattachScenes(draft);
    const ids = new Set([...draft.namedIds, ...draft.changedIds, ...draft.deletedIds, ...numberDraft(draft)]);
    this.#settle(ids, draft.hasStaleScenes);
    return back.reverse().flat();
  }

  /** Rows as they are shown: with their place, and the same object where they were made before. */
  #settle(ids: ReadonlySet<number>, isReordered: boolean): void {
    const changed = new Map<number, Element>();
    for (const id of ids) {
      const [row, place] = [this.#rows.get(id), this.#order.get(id)];
      if (!row || !place) continue;
      const sceneId = place.sceneId ?? this.#sceneBefore(id);
      const shown: Element = { ...row, orderIndex: place.orderIndex, sceneId };
      const known = this.#made.get(id) ?? this.#madeBefore.get(id);
      const kept = known && isDeepEqual(known, shown) ? known : shown;
      this.#rows.set(id, kept as ScriptRow);
      this.#made.set(id, kept);
      changed.set(id, kept);
    }
    if (isReordered) for (const id of ids) this.#replaced.add(id);
    else if (changed.size > 0) this.#list = withRows(this.elements(), changed);
  }

  /** A new heading stands in the scene that it divides, until the server has made its own. */
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
  return { id, orderIndex, elementType, sceneId, content: isSceneHeading({ elementType }) ? content : '' };
}

/** How many elements at the start and at the end of two lists are the same, by their ids. */
function commonEnds(some: readonly Element[], others: readonly Element[]): { head: number; tail: number } {
  const max = Math.min(some.length, others.length);
  let head = 0;
  while (head < max && some[head]?.id === others[head]?.id) head++;
  let tail = 0;
  while (tail < max - head && some.at(-1 - tail)?.id === others.at(-1 - tail)?.id) tail++;
  return { head, tail };
}

/** The same list with other rows in the place of some. */
function withRows(list: readonly Element[], rows: ReadonlyMap<number, Element>): Element[] {
  const next = [...list];
  for (let at = 0, left = rows.size; left > 0 && at < next.length; at++) {
    const row = rows.get(next[at]?.id ?? 0);
    if (row) next[at] = row;
    if (row) left--;
  }
  return next;
}

/** Whether scenes may be others after an edit: most that is written is text within one. */
function changesScenes(edit: QueuedEdit, rows: ReadonlyMap<number, ScriptRow>, order: ScriptOrder): boolean {
  if (edit.type === 'insert') return edit.afterId == null || edit.elements.some(isSceneHeading);
  if (edit.type !== 'update' && edit.type !== 'delete') return true;
  const row = rows.get(edit.id);
  if (row !== undefined && isSceneHeading(row)) return true;
  if (edit.type === 'update') return edit.fields.elementType === 'scene_heading';
  // It may be all that stands before the first heading.
  return order.idBefore(edit.id) === null;
}

function makeOne(draft: EditSession, edit: QueuedEdit, key: string): QueuedEdit[] {
  if (edit.type === 'restore' && !edit.element && !draft.order.has(edit.id))
    return [{ type: 'delete', id: edit.id, base: key }];
  const before = edit.type === 'delete' ? (draft.rows.get(edit.id) as Element | undefined) : undefined;
  try {
    return applyWithInverse(draft, withPlace(draft, edit)).map((back): QueuedEdit => {
      if (back.type === 'restore') return { ...back, element: before ?? null };
      return back.type === 'update' || back.type === 'delete' ? { ...back, base: key } : back;
    });
  } catch (error) {
    if (error instanceof EditRefusal) return [];
    throw error;
  }
}

/** The same edit where all that it names is there; what is to stand after an element that is gone stands at the end. */
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
