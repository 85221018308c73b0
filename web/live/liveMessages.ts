import type { LiveServerMessage } from '#shared/contract/live.ts';

/**
 * Deliver the messages of the transports as one sequence: each change once and in order, also where
 * two connections overlap.
 */
export class LiveMessages {
  readonly #onMessage: (message: LiveServerMessage) => void;
  /** Revision of the last delivered change; null while it is not known. */
  #rev: number | null = null;

  constructor(onMessage: (message: LiveServerMessage) => void) {
    this.#onMessage = onMessage;
  }

  /** Begin after a revision, with a connection that was opened from it on. */
  startAfter(rev: number | undefined): void {
    this.#rev = rev ?? null;
  }

  /** Deliver a message, unless it was before. Returns false if a change before it is missing. */
  deliver(message: LiveServerMessage): boolean {
    if (message.type === 'changed') {
      if (this.#rev !== null && message.rev <= this.#rev) return true;
      if (this.#rev !== null && message.rev > this.#rev + 1) return false;
    }
    if (message.type === 'changed' || message.type === 'resync') this.#rev = message.rev;
    this.#onMessage(message);
    return true;
  }
}
