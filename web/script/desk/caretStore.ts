/** Where the caret stands in the line being written, for those who show it: what is drawn need not follow each step. */
export class CaretStore {
  #offset: number | null = null;
  readonly #listeners = new Set<() => void>();

  /** Offset into the text; null while nobody has told. */
  readonly offset = (): number | null => this.#offset;

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(offset: number | null): void {
    if (offset === this.#offset) return;
    this.#offset = offset;
    for (const listener of this.#listeners) listener();
  }
}
