import type { givenFields } from '#screenplay/edits/elementFields.ts';
import { emptyRow } from '#screenplay/edits/rows.ts';
import { contentAs } from '#screenplay/flow.ts';
import type { Element } from '#shared/contract/elements.ts';

/** What of an element a writer changes. */
export type Fields = ReturnType<typeof givenFields>;

/** Those that change; an absent one and `undefined` are the same. */
export type ChangedFields = { [Field in keyof Fields]?: Fields[Field] | undefined };

/**
 * What an update or a delete is based on: a version, or the key of an own change, whose result it was. Null: the
 * last write wins.
 */
export type Base = number | string | null;

/** An edit as the desk makes it. Elements that the server has not seen yet have negative ids. */
export type Edit =
  | {
      does: 'insert';
      afterId: number | null;
      elements: Element[];
      /** From the input below the script, which numbers by rules of its own (spec workspace §4). */
      isBelow?: boolean;
      /** The filtered scene at whose end it goes. */
      sceneId?: number;
    }
  | { does: 'update'; id: number; fields: ChangedFields; base: Base }
  | { does: 'delete'; id: number; base: Base }
  | { does: 'move'; ids: number[]; afterId: number | null }
  /**
   * Without the element, which only the server knows, it is seen when the server has answered; without `afterId` it
   * goes where it stood.
   */
  | { does: 'restore'; id: number; afterId: number | null | undefined; element: Element | null };

let lastLocalId = -Math.floor(Math.random() * 1e9) * 1000;

/** A row of the desk that the server has not seen. Its id is unlike those of other tabs, whose changes may be taken over. */
export function newRow(
  fields: Partial<Element> & Pick<Element, 'elementType' | 'content'>,
  before: Element | null,
): Element {
  lastLocalId -= 1;
  return {
    ...emptyRow,
    extras: null,
    version: 0,
    projectId: before?.projectId ?? 0,
    sceneId: before?.sceneId ?? null,
    orderIndex: (before?.orderIndex ?? 0) + 0.5,
    ...fields,
    content: contentAs(fields.elementType, fields.content),
    id: lastLocalId,
  };
}

/** The element that an edit is about, to show it to the writer. */
export function elementIdOf(edit: Edit): number | null {
  switch (edit.does) {
    case 'insert':
      return edit.elements[0]?.id ?? edit.afterId;
    case 'restore':
    case 'delete':
    case 'update':
      return edit.id;
    case 'move':
      return edit.ids[0] ?? null;
  }
}

/** Every element that an edit makes, changes or takes away. */
export function touchedIds(edit: Edit): number[] {
  if (edit.does === 'insert') return edit.elements.map(({ id }) => id);
  return edit.does === 'move' ? edit.ids : [edit.id];
}

/** Local ids that have become real ones; the same edit where it has none. */
export function withRealIds(edit: Edit, idOf: (id: number) => number): Edit {
  const afterOf = (id: number | null) => (id === null ? null : idOf(id));
  switch (edit.does) {
    case 'insert': {
      const afterId = afterOf(edit.afterId);
      return afterId === edit.afterId ? edit : { ...edit, afterId };
    }
    case 'restore': {
      const id = idOf(edit.id);
      const afterId = edit.afterId === undefined ? undefined : afterOf(edit.afterId);
      if (id === edit.id) return afterId === edit.afterId ? edit : { ...edit, afterId };
      return { ...edit, id, afterId, element: edit.element && { ...edit.element, id } };
    }
    case 'move': {
      const afterId = afterOf(edit.afterId);
      if (afterId === edit.afterId && edit.ids.every((id) => idOf(id) === id)) return edit;
      return { ...edit, ids: edit.ids.map(idOf), afterId };
    }
    case 'update':
    case 'delete': {
      const id = idOf(edit.id);
      return id === edit.id ? edit : { ...edit, id };
    }
  }
}
