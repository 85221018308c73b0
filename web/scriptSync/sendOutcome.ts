import type { LetteredText } from '#screenplay/typedLetters.ts';
import type { QueuedEdit } from './change.ts';

/** Result of sending a change. */
export interface SendOutcome {
  /**
   * Writes the result into the cached lists. Called when the change leaves the outbox, so that no
   * element appears twice.
   */
  apply(): void;
  /** Ids of new elements, by local id. */
  ids: Map<number, number>;
  /** New versions of the elements that the change touched. */
  versions: Map<number, number>;
  /** Stored texts of elements that the change updated. */
  texts?: ReadonlyMap<number, LetteredText>;
  /** Adds remote text, with which the server merged the change, to a later edit. */
  continueText?: ((edit: QueuedEdit) => QueuedEdit) | null;
}

/** Return the outcome of a change that had nothing to send. */
export const nothingSent = (): SendOutcome => ({ apply: () => {}, ids: new Map(), versions: new Map() });

/**
 * Timeout of one call. After it a change waits as if there were no connection; sending it again is
 * safe, because of its key.
 */
export const callDeadlineMs = 20_000;

/** Revision of the project that a reply includes; null if it is unknown. */
export class ReplyRevision {
  value: number | null = null;
  readonly note = (revision: number): void => {
    this.value = revision;
  };
}
