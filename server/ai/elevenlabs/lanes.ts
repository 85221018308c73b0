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
  let [open, used] = [count, 0];
  const waiting: (() => void)[] = [];

  function next(): void {
    while (used < open) {
      const begin = waiting.shift();
      if (!begin) return;
      used += 1;
      begin();
    }
  }

  function turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        const place = waiting.indexOf(begin);
        if (place >= 0) waiting.splice(place, 1);
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(begin);
      next();
    });
  }

  return {
    async run(signal, work) {
      await turn(signal);
      try {
        return await work();
      } finally {
        used -= 1;
        next();
      }
    },
    set(wanted) {
      open = wanted;
      next();
    },
  };
}
