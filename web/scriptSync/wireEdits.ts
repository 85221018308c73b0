import type { NewElementInput } from '#screenplay/edits/edit.ts';
import { isMarkedType } from '#screenplay/markedTypes.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { QueuedEdit } from './change.ts';
import { touchedIds } from './localIds.ts';
import type { IdResolver } from './serverIds.ts';

/* Pending edits in the form of the contract. */

/** Maximum number of characters in one call, well below the body limit of 1 MB. */
const maxCharacters = 300_000;

/** Return the body fields of a new element, without absent ones. */
export function createdFields(given: NewElementInput) {
  const { elementType, content, characterName, parenthetical, dual, alignment, startsNewPage } = given;
  const { originalType, sceneNumber } = given;
  return {
    elementType,
    content,
    ...(characterName != null && { characterName }),
    ...(parenthetical != null && { parenthetical }),
    ...(dual != null && { dual }),
    ...(alignment != null && { alignment }),
    ...(startsNewPage && { startsNewPage }),
    ...(isMarkedType(originalType) && { originalType }),
    ...(sceneNumber && { sceneNumber }),
  };
}

/** The places that the edits of one change find, of which earlier ones are not yet stored. */
export interface WirePlaces {
  /** Returns whether an id is stored or a key of the same call. */
  isKnown: (id: number) => boolean;
  /** Returns whether an earlier edit of the change inserts or moves the element. */
  isPlaced: (id: number) => boolean;
  /** Returns the last stored element that no earlier edit of the change moves or deletes. */
  lastStored: () => number | null;
}

/** Convert a queued edit to the form of the contract. */
export function wireEdit(
  edit: QueuedEdit,
  resolver: IdResolver,
  { isKnown, isPlaced, lastStored }: WirePlaces,
): ScriptEdit {
  const { idOf } = resolver;
  // Others may have moved the line that was the last one when text was added below it.
  const isPlaceOf = edit.type === 'insert' && edit.isBelow ? isPlaced : isKnown;
  const placeOf = (id: number) => (isPlaceOf(id) ? id : lastStored());
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

/** The elements that the earlier edits of one change place or delete, by all of their ids. */
export class EarlierEdits {
  readonly #placed = new Set<number>();
  readonly #deleted = new Set<number>();

  add(edit: QueuedEdit, idOf: IdResolver['idOf']): void {
    if (edit.type === 'update') return;
    const ids = edit.type === 'delete' ? this.#deleted : this.#placed;
    for (const id of touchedIds(edit)) ids.add(id).add(idOf(id));
  }

  isPlaced(id: number): boolean {
    return this.#placed.has(id);
  }

  /** Return the last of the stored elements that keeps its place. */
  lastUntouched(stored: readonly { id: number }[]): number | null {
    return stored.findLast(({ id }) => !this.#placed.has(id) && !this.#deleted.has(id))?.id ?? null;
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
