/**
 * The Idempotency-Key of the next call of one kind. An interrupted call may have been answered: a
 * repetition with the same body uses the same key, so that it is charged once.
 */
export class RequestKey {
  #unanswered: { body: string; key: string } | null = null;

  for(input: object): string {
    const body = JSON.stringify(input);
    if (this.#unanswered?.body !== body) this.#unanswered = { body, key: crypto.randomUUID() };
    return this.#unanswered.key;
  }

  /** Forget the key after an answer or a cancellation: the same body is then a new call. */
  done(): void {
    this.#unanswered = null;
  }
}
