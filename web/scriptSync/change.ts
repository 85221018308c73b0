import type { Edit, NewElementInput, UpdateEdit } from '#screenplay/edits/edit.ts';
import type { Element } from '#shared/contract/elements.ts';

/**
 * Base of an update or delete: a version of the element, or the key of a pending change whose
 * result it builds on. Null: the last write wins.
 */
export type EditBase = number | string | null;

/**
 * Edit in a pending change. New elements have keys, which serve as their ids until the server
 * assigns ids.
 */
export type QueuedEdit = Edit & {
  base?: EditBase | undefined;
  /**
   * Deletes an element because its text was deleted. Text that others wrote there since is a
   * conflict. Undo restores its audio as well.
   */
  isEmptied?: boolean;
  /**
   * Inserted by the bottom input, which assigns order numbers by its own rules
   * (docs/spec/script.md).
   */
  isBelow?: boolean;
  /** Restored element as it was. Null: only the server knows it, so it appears with the reply. */
  element?: Element | null;
};

export type ElementText = Pick<Element, 'elementType' | 'content'>;

/** Edits that are sent in one call and undone in one step. */
export interface Change {
  /** Idempotency key. The server makes a change once, however often it is sent. */
  key: string;
  /** Name in the history and in the undo menu, such as "Replace all". */
  label: string | null;
  edits: QueuedEdit[];
  /** Made by the user, or by undo and redo. */
  type: 'edit' | 'undo';
  /**
   * Text of a line that is still being written. A name in it is unfinished, so no character is
   * created from it, and the change may grow until it is sent.
   */
  isTyping?: boolean | undefined;
  /** Stay in which the text was typed (decision OQ-120). */
  stayId?: string | undefined;
  /** Cues that the user has finished: a character is created for each new name in them. */
  finishedCues?: readonly ElementText[];
  /**
   * Call that carries this change and its neighbours, with the idempotency key of the call. It is
   * set before they are sent (bundle.ts).
   */
  bundle?: { key: string; size: number };
  /** Was rejected together with others, so it is sent separately. */
  isAlone?: boolean;
}

/**
 * Return a typing change with the text of a newer one of the same element; null if the newer one
 * is a separate change.
 */
export function amendedBy(change: Change, newer: Change): Change | null {
  const [edit, ...others] = change.edits;
  const [next, ...more] = newer.edits;
  const isOfOne = others.length + more.length === 0;
  if (!change.isTyping || newer.isTyping === undefined || !isOfOne || next?.type !== 'update') return null;
  const amended = edit && withLaterFields(edit, next.id, next.fields);
  return amended ? { ...change, edits: [amended], isTyping: newer.isTyping } : null;
}

function withLaterFields(edit: QueuedEdit, id: number, fields: UpdateEdit['fields']): QueuedEdit | null {
  if (edit.type === 'update' && edit.id === id) return { ...edit, fields: { ...edit.fields, ...fields } };
  const [made, ...rest] = edit.type === 'insert' ? edit.elements : [];
  if (edit.type !== 'insert' || made?.key !== id || rest.length > 0) return null;
  return { ...edit, elements: [withFields(made, fields)] };
}

/** Return a new element with changed fields; undefined fields stay. */
export function withFields(given: NewElementInput, fields: object): NewElementInput {
  const changed = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...given, ...Object.fromEntries(changed) };
}
