import { isUpperCased } from '#screenplay/element.ts';
import type { Element } from '#shared/contract/elements.ts';

/** What of an element a writer changes. */
export type Fields = Pick<Element, 'elementType' | 'content' | 'characterName' | 'parenthetical' | 'dual'> & {
  alignment: 'Left' | 'Center' | 'Right' | 'Full' | null;
  startsNewPage: boolean;
};

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
    projectId: before?.projectId ?? 0,
    sceneId: before?.sceneId ?? null,
    characterName: null,
    parenthetical: null,
    soundEffectUrl: null,
    soundEffectText: null,
    dialogueAudioUrl: null,
    audioVolume: 0.5,
    audioOverlapSeconds: 0,
    orderIndex: (before?.orderIndex ?? 0) + 0.5,
    sequenceNumber: 0,
    version: 0,
    originalType: null,
    dual: null,
    extras: null,
    ...fields,
    id: lastLocalId,
  };
}

export function fieldsOf(element: Element): Fields {
  const { elementType, content, characterName, parenthetical, dual, extras } = element;
  return {
    elementType,
    content,
    characterName,
    parenthetical,
    dual,
    alignment: extras?.layout?.alignment ?? null,
    startsNewPage: extras?.layout?.startsNewPage ?? false,
  };
}

/** The row as it is with other fields, before the server has answered. */
export function rowWith(element: Element, { alignment, startsNewPage, ...fields }: ChangedFields): Element {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const row: Element = { ...element, ...given };
  if (isUpperCased(row.elementType)) row.content = row.content.toUpperCase();
  if (row.elementType !== element.elementType) row.originalType = null;
  const before = fieldsOf(element);
  const now = {
    alignment: alignment === undefined ? before.alignment : alignment,
    startsNewPage: startsNewPage ?? before.startsNewPage,
  };
  if (now.alignment === before.alignment && now.startsNewPage === before.startsNewPage) return row;
  const { alignment: _, startsNewPage: __, ...others } = row.extras?.layout ?? {};
  const layout = {
    ...others,
    ...(now.alignment && { alignment: now.alignment }),
    ...(now.startsNewPage && { startsNewPage: true }),
  };
  const { layout: ___, ...kept } = row.extras ?? {};
  const extras = Object.keys(layout).length > 0 ? { ...kept, layout } : kept;
  // As the server does, which keeps no empty objects.
  return { ...row, extras: Object.keys(extras).length > 0 ? extras : null };
}

function indexBehind(list: readonly Element[], afterId: number | null): number {
  if (afterId === null) return 0;
  const index = list.findIndex(({ id }) => id === afterId);
  return index < 0 ? list.length : index + 1;
}

/** One row per edit and row it changes: what an edit leaves alone, and what it made before, stay the same objects. */
const updated = new WeakMap<Edit, { from: Element; to: Element }>();

/** The script with an edit made. Elements that are gone are no error: somebody else may have deleted them. */
export function withEdit(list: Element[], edit: Edit): Element[] {
  switch (edit.does) {
    case 'insert':
      return list.toSpliced(indexBehind(list, edit.afterId), 0, ...edit.elements);
    case 'restore':
      if (edit.element === null || list.some(({ id }) => id === edit.id)) return list;
      return list.toSpliced(indexBehind(list, edit.afterId ?? null), 0, edit.element);
    case 'delete':
      return list.filter(({ id }) => id !== edit.id);
    case 'move': {
      const ids = new Set(edit.ids);
      const rest = list.filter(({ id }) => !ids.has(id));
      const moved = list.filter(({ id }) => ids.has(id));
      return rest.toSpliced(indexBehind(rest, edit.afterId), 0, ...moved);
    }
    case 'update': {
      const index = list.findIndex(({ id }) => id === edit.id);
      const from = list[index];
      if (!from) return list;
      const known = updated.get(edit);
      const to = known?.from === from ? known.to : rowWith(from, edit.fields);
      updated.set(edit, { from, to });
      return list.with(index, to);
    }
  }
}

export function withEdits(list: Element[], edits: readonly Edit[]): Element[] {
  return edits.reduce(withEdit, list);
}

/** The edits that take `edits` back, for a script as it was before them; `key` names the change they are part of. */
export function inverseOf(list: Element[], edits: readonly Edit[], key: string): Edit[] {
  const back: Edit[] = [];
  let now = list;
  for (const edit of edits) {
    back.unshift(...inverse(now, edit, key));
    now = withEdit(now, edit);
  }
  return back;
}

function inverse(list: Element[], edit: Edit, key: string): Edit[] {
  const before = (id: number) => list[list.findIndex((each) => each.id === id) - 1]?.id ?? null;
  const find = (id: number) => list.find((each) => each.id === id);
  switch (edit.does) {
    case 'insert':
      return edit.elements.map(({ id }) => ({ does: 'delete' as const, id, base: key })).reverse();
    case 'restore':
      return [{ does: 'delete', id: edit.id, base: key }];
    case 'delete': {
      const element = find(edit.id);
      return element ? [{ does: 'restore', id: edit.id, element, afterId: before(edit.id) }] : [];
    }
    case 'update': {
      const element = find(edit.id);
      if (!element) return [];
      const old: Partial<Record<string, unknown>> = fieldsOf(element);
      // Another type may have put the text into capitals.
      const changed = new Set([
        ...Object.keys(edit.fields),
        ...('elementType' in edit.fields ? ['content'] : []),
      ]);
      const fields = Object.fromEntries([...changed].map((field) => [field, old[field]]));
      return [{ does: 'update', id: edit.id, fields, base: key }];
    }
    case 'move': {
      // Run by run in their order, so that whatever one stood behind is in its old place already.
      const runs: { ids: number[]; afterId: number | null }[] = [];
      for (const { id } of list.filter((each) => edit.ids.includes(each.id))) {
        const afterId = before(id);
        const run = runs.at(-1);
        if (run && run.ids.at(-1) === afterId) run.ids.push(id);
        else runs.push({ ids: [id], afterId });
      }
      return runs.map((run) => ({ does: 'move' as const, ...run }));
    }
  }
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
