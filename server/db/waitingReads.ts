/** Attempt to run a read before its turn. Returns undefined if it is not possible now. */
type Attempt<T> = () => Promise<T | undefined>;

/**
 * Reads that wait for the connection of the embedded database. Each has its turn, and may run
 * before that, between the statements of a transaction.
 */
export class WaitingReads {
  readonly #tries = new Set<() => void>();

  /** Attempt all waiting reads again. */
  retry(): void {
    for (const tryNow of [...this.#tries]) tryNow();
  }

  /**
   * Run a read as soon as an attempt succeeds, at the latest when its turn comes. `takeTurn` waits
   * for the turn, calls its argument there, and runs the read if that returns undefined.
   */
  async run<T>(attempt: Attempt<T>, takeTurn: (early: Attempt<T>) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let last: Promise<T | undefined> = Promise.resolve(undefined);
    const tryNow = () => {
      last = last.then((result) => result ?? attempt());
      last.then((result) => result !== undefined && finish(() => resolve(result)), fail);
    };
    const finish = (settle: () => void) => {
      this.#tries.delete(tryNow);
      settle();
    };
    const fail = (error: unknown) => finish(() => reject(error));
    this.#tries.add(tryNow);
    tryNow();
    takeTurn(() => {
      this.#tries.delete(tryNow);
      return last;
    }).then((result) => finish(() => resolve(result)), fail);
    return promise;
  }
}
