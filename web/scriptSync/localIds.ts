import type { NewElementInput } from '#screenplay/edits/edit.ts';
import { withElementIds } from '#screenplay/edits/references.ts';
import type { QueuedEdit } from './change.ts';

let lastLocalId = -Math.floor(Math.random() * 1e9) * 1000;

/** Of an element that the server has not seen: negative, and unlike those of other tabs, whose changes may be taken over. */
export function newLocalId(): number {
  lastLocalId -= 1;
  return lastLocalId;
}

/** A new element with an id to be found by. */
export function withLocalId<Given extends NewElementInput>(given: Given): Given & { key: number } {
  return { ...given, key: newLocalId() };
}

/** Local ids of the elements that an edit makes. */
export function insertedIds(edit: QueuedEdit): number[] {
  return edit.type === 'insert' ? edit.elements.flatMap(({ key }) => key ?? []) : [];
}

/** The element that an edit is about, to show it to the writer. */
export function elementIdOf(edit: QueuedEdit): number | null {
  if (edit.type === 'insert') return insertedIds(edit)[0] ?? edit.afterId ?? null;
  return (edit.type === 'move' ? edit.ids[0] : edit.id) ?? null;
}

/** Every element that an edit makes, changes or takes away. */
export function touchedIds(edit: QueuedEdit): readonly number[] {
  if (edit.type === 'insert') return insertedIds(edit);
  return edit.type === 'move' ? edit.ids : [edit.id];
}

/** Local ids that have become real ones; the same edit where it has none. */
export function withServerIds(edit: QueuedEdit, idOf: (id: number) => number): QueuedEdit {
  const real = withElementIds(edit, idOf);
  if (real.type !== 'restore' || !real.element || real.element.id === real.id) return real;
  return { ...real, element: { ...real.element, id: real.id } };
}
