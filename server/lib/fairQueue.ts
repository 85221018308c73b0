/** Queue for work of many users. */
export type FairQueue = <T>(personId: string, work: () => Promise<T>) => Promise<T>;

/**
 * Run at most `width` pieces of work at a time. Waiting work is taken round-robin by user, each
 * user's in order: a user with a hundred pieces delays others by at most one.
 */
export function fairQueue(width: number): FairQueue {
  let running = 0;
  /** Waiting work by user, in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();
  const next = (): (() => void) | undefined => {
    for (const [personId, turns] of waiting) {
      waiting.delete(personId);
      const turn = turns.shift();
      // Move the user to the end of the round.
      if (turns.length > 0) waiting.set(personId, turns);
      return turn;
    }
    return undefined;
  };
  return async (personId, work) => {
    if (running >= width) {
      await new Promise<void>((resolve) => {
        const turns = waiting.get(personId);
        if (turns) turns.push(resolve);
        else waiting.set(personId, [resolve]);
      });
    } else running++;
    try {
      return await work();
    } finally {
      // Pass the slot on directly, so that no other work can take it in between.
      const turn = next();
      if (turn) turn();
      else running--;
    }
  };
}
