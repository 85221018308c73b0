import type { NewElementInput } from '#screenplay/edits/edit.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { QueuedEdit } from './change.ts';
import type { IdResolver } from './outbox.ts';

/* Pending edits in the form of the contract. */

/** Maximum number of characters in one call, well below the body limit of 1 MB. */
const maxCharacters = 300_000;

/** Return the body fields of a new element, without absent ones. */
export function createdFields(given: NewElementInput) {
  const { elementType, content, characterName, parenthetical, dual, alignment, startsNewPage } = given;
  return {
    elementType,
    content,
    ...(characterName != null && { characterName }),
    ...(parenthetical != null && { parenthetical }),
    ...(dual != null && { dual }),
    ...(alignment != null && { alignment }),
    ...(startsNewPage && { startsNewPage }),
  };
}

/**
 * Convert a queued edit to the form of the contract. `isKnown` returns whether an id is stored or a
 * key of the same call.
 */
export function wireEdit(
  edit: QueuedEdit,
  resolver: IdResolver,
  { isKnown, lastStored }: { isKnown: (id: number) => boolean; lastStored: () => number | null },
): ScriptEdit {
  const { idOf } = resolver;
  const placeOf = (id: number) => (isKnown(id) ? id : lastStored());
  const afterId = 'afterId' in edit && edit.afterId != null ? placeOf(idOf(edit.afterId)) : null;
  switch (edit.type) {
    case 'insert':
      return {
        type: 'insert',
        afterId,
        elements: edit.elements.map((given) => ({
          ...createdFields(given),
          key: given.key,
          ...(given.source &&
            isKnown(idOf(given.source.id)) && {
              source: { ...given.source, id: idOf(given.source.id) },
            }),
        })),
      };
    case 'restore':
      return { type: 'restore', id: idOf(edit.id), ...(edit.afterId !== undefined && { afterId }) };
    case 'move':
      return { type: 'move', ids: edit.ids.map(idOf), afterId };
    case 'update':
    case 'delete': {
      const baseVersion = resolver.versionOf(edit);
      const based = { id: idOf(edit.id), ...(baseVersion !== undefined && { baseVersion }) };
      return edit.type === 'delete'
        ? { type: 'delete', ...based }
        : { type: 'update', ...based, fields: edit.fields };
    }
  }
}

/** Split edits into calls of limited size. Elements of a long insert continue after one another. */
export function inParts(edits: readonly QueuedEdit[]): QueuedEdit[][] {
  const parts: QueuedEdit[][] = [[]];
  let room = maxCharacters;
  const add = (edit: QueuedEdit, size: number) => {
    if (size > room && parts.at(-1)?.length) {
      parts.push([]);
      room = maxCharacters;
    }
    parts.at(-1)?.push(edit);
    room -= size;
  };
  for (const edit of edits) {
    if (edit.type !== 'insert') {
      add(edit, edit.type === 'update' ? (edit.fields.content?.length ?? 0) + 100 : 100);
      continue;
    }
    let afterId = edit.afterId;
    let rows: NewElementInput[] = [];
    let size = 0;
    for (const row of edit.elements) {
      if (size + row.content.length > maxCharacters && rows.length > 0) {
        add({ ...edit, afterId, elements: rows }, size);
        afterId = rows.at(-1)?.key ?? afterId;
        rows = [];
        size = 0;
      }
      rows.push(row);
      size += row.content.length + 100;
    }
    add({ ...edit, afterId, elements: rows }, size);
  }
  return parts;
}

/**
 * Add the former name of `type`. During an upgrade the call may reach a node of the previous
 * version, which would reject the change. Remove this together with server/script/legacyEdits.ts.
 */
export function withFormerType<Edit extends ScriptEdit>(edit: Edit): Edit & { does: Edit['type'] } {
  return { ...edit, does: edit.type };
}
