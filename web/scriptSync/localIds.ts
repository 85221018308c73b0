import type { NewElementInput } from '#screenplay/edits/edit.ts';
import { withElementIds } from '#screenplay/edits/references.ts';
import type { QueuedEdit } from './change.ts';

let lastLocalId = -Math.floor(Math.random() * 1e9) * 1000;

/**
 * Return an id for an element that the server does not know yet. It is negative, and differs from
 * the ids of other tabs, because a tab may send the changes of another one.
 */
export function newLocalId(): number {
  lastLocalId -= 1;
  return lastLocalId;
}

/** Add a local id to a new element. */
export function withLocalId<Given extends NewElementInput>(given: Given): Given & { key: number } {
  return { ...given, key: newLocalId() };
}

/** Return the local ids of the elements that an edit inserts. */
export function insertedIds(edit: QueuedEdit): number[] {
  return edit.type === 'insert' ? edit.elements.flatMap(({ key }) => key ?? []) : [];
}

/** Return the element to show to the user for this edit. */
export function elementIdOf(edit: QueuedEdit): number | null {
  if (edit.type === 'insert') return insertedIds(edit)[0] ?? edit.afterId ?? null;
  return (edit.type === 'move' ? edit.ids[0] : edit.id) ?? null;
}

/** Return every element that an edit inserts, changes, moves or deletes. */
export function touchedIds(edit: QueuedEdit): readonly number[] {
  if (edit.type === 'insert') return insertedIds(edit);
  return edit.type === 'move' ? edit.ids : [edit.id];
}

/** Replace local ids by the ids that the server assigned. Returns the same edit if it has none. */
export function withServerIds(edit: QueuedEdit, idOf: (id: number) => number): QueuedEdit {
  const real = withElementIds(edit, idOf);
  if (real.type !== 'restore' || !real.element || real.element.id === real.id) return real;
  return { ...real, element: { ...real.element, id: real.id } };
}

/**
 * Create a function that replaces local ids by server ids in edits. Each edit keeps its identity
 * until one of its ids changes.
 */
export function createIdReplacer(
  idOf: (id: number) => number,
): (edits: readonly QueuedEdit[]) => QueuedEdit[] {
  const replaced = new WeakMap<QueuedEdit, QueuedEdit>();
  return (edits) =>
    edits.map((edit) => {
      const known = replaced.get(edit) ?? edit;
      const next = withServerIds(known, idOf);
      if (next !== known) replaced.set(edit, next);
      return next;
    });
}
