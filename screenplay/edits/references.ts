import type { ElementSource } from '../pastedElement.ts';
import type { Edit } from './edit.ts';

/*
 * References inside one change. An edit names elements by id. A negative id is the key of a new
 * element that an earlier edit of the same change inserts and that has no id yet.
 */

/** Return whether an id names a stored element. Negative ids are keys of new elements. */
export function isStoredId(id: number): boolean {
  return id > 0;
}

/** Replace the element ids that an edit names. Returns the same object if no id changes. */
export function withElementIds<E extends Edit>(edit: E, idOf: (id: number) => number): E {
  const placeOf = <Id extends number | null | undefined>(id: Id) => (typeof id === 'number' ? idOf(id) : id);
  switch (edit.type) {
    case 'insert': {
      const afterId = placeOf(edit.afterId);
      if (afterId === edit.afterId && sourcesOf([edit]).every(({ id }) => idOf(id) === id)) return edit;
      const elements = edit.elements.map((input) =>
        input.source ? { ...input, source: { ...input.source, id: idOf(input.source.id) } } : input,
      );
      return { ...edit, afterId, elements };
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

/** Return the sources of inserted elements. */
export function sourcesOf(edits: readonly Edit[]): ElementSource[] {
  return edits.flatMap((edit) =>
    edit.type === 'insert' ? edit.elements.flatMap(({ source }) => source ?? []) : [],
  );
}

/** Return the ids of stored elements of the project that edits may restore. */
export function restorableIds(edits: readonly Edit[], projectId: number): number[] {
  const restored = edits.flatMap((edit) => (edit.type === 'restore' ? edit.id : []));
  const cut = sourcesOf(edits).flatMap((source) => (source.projectId === projectId ? source.id : []));
  return [...new Set([...restored, ...cut])].filter(isStoredId);
}
