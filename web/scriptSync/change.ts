import type { Edit } from '#screenplay/edits/edit.ts';
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

/** Edits that are sent in one call and undone in one step. */
export interface Change {
  /** Idempotency key. The server makes a change once, however often it is sent. */
  key: string;
  /** Name in the history and in the undo menu, such as "Replace all". */
  label: string | null;
  edits: QueuedEdit[];
  /** Made by the user, or by undo and redo. */
  type: 'edit' | 'undo';
}
