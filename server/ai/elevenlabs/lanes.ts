/**
 * Limit of concurrent calls. Further calls wait in order of arrival. A plan allows few concurrent
 * calls and rejects all others, while a table read requests dozens of lines.
 */
export interface ConcurrencyLimit {
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Change the limit. */
  set(count: number): void;
}

export function createConcurrencyLimit(count: number): ConcurrencyLimit {
  let [limit, active] = [count, 0];
  const queue: (() => void)[] = [];

  function next(): void {
    while (active < limit) {
      const begin = queue.shift();
      if (!begin) return;
      active += 1;
      begin();
    }
  }

  function waitForTurn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        const index = queue.indexOf(begin);
        if (index >= 0) queue.splice(index, 1);
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      queue.push(begin);
      next();
    });
  }

  return {
    async run(signal, work) {
      await waitForTurn(signal);
      try {
        return await work();
      } finally {
        active -= 1;
        next();
      }
    },
    set(newLimit) {
      limit = newLimit;
      next();
    },
  };
}
