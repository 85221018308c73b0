import type { Edit } from '#screenplay/edits/edit.ts';
import type { Element } from '#shared/contract/elements.ts';

/**
 * What an update or a delete is based on: a version, or the key of an own change, whose result it was. Null: the
 * last write wins.
 */
export type EditBase = number | string | null;

/** An edit as the desk keeps and sends it. The keys of new elements are their ids until the server has given them theirs. */
export type QueuedEdit = Edit & {
  base?: EditBase | undefined;
  /**
   * Deletes an element whose text the writer has deleted. Other words in it are a conflict, and undo brings its sounds
   * back, too.
   */
  isEmptied?: boolean;
  /** From the input below the script, which numbers by rules of its own (docs/spec/script.md). */
  isBelow?: boolean;
  /** What comes back, as it was: where only the server knows it, it is seen when that has answered. */
  element?: Element | null;
};

/** Edits that belong together: one step to undo, one call. */
export interface Change {
  /** Names it to the server, which makes a change once however often it is sent. */
  key: string;
  /** What the history tells of it and undo names: "Replace all". */
  label: string | null;
  edits: QueuedEdit[];
  /** A writer's own, or one that takes another back. */
  type: 'edit' | 'undo';
}
