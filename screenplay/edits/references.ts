import type { Edit } from './edit.ts';

/*
 * Edits name elements by id. Below 0 it is the key of an element that an earlier edit inserts, which has no id yet.
 */

/** Return whether this names an element that is stored, and not one by its key. */
export function isStoredId(id: number): boolean {
  return id > 0;
}

/** Return the same edit with other ids for the elements that it names; the same object where all stay. */
export function withElementIds<E extends Edit>(edit: E, idOf: (id: number) => number): E {
  const placeOf = <Id extends number | null | undefined>(id: Id) => (typeof id === 'number' ? idOf(id) : id);
  switch (edit.type) {
    case 'insert': {
      const afterId = placeOf(edit.afterId);
      return afterId === edit.afterId ? edit : { ...edit, afterId };
    }
    case 'restore': {
      const id = idOf(edit.id);
      const afterId = placeOf(edit.afterId);
      return id === edit.id && afterId === edit.afterId ? edit : { ...edit, id, afterId };
    }
    case 'move': {
      const afterId = placeOf(edit.afterId);
      if (afterId === edit.afterId && edit.ids.every((id) => idOf(id) === id)) return edit;
      return { ...edit, ids: edit.ids.map(idOf), afterId };
    }
    default: {
      const id = idOf(edit.id);
      return id === edit.id ? edit : { ...edit, id };
    }
  }
}
