/**
 * The Idempotency-Key of the next call of one kind. A call that broke off may have been answered: sent again with the same
 * body it goes under the same key, so that it is paid for once.
 */
export class RequestKey {
  #unanswered: { body: string; key: string } | null = null;

  for(input: object): string {
    const body = JSON.stringify(input);
    if (this.#unanswered?.body !== body) this.#unanswered = { body, key: crypto.randomUUID() };
    return this.#unanswered.key;
  }

  /** The call was answered, or given up: the same body is a new call. */
  done(): void {
    this.#unanswered = null;
  }
}
