/** Work of many people, some at a time. */
export type FairQueue = <T>(personId: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `width` pieces of work at a time. Those that wait are taken in turns by person, each person's own in the
 * order in which they came: whoever has sent a hundred delays nobody else by more than one.
 */
export function fairQueue(width: number): FairQueue {
  let running = 0;
  /** By person, in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();
  const next = (): (() => void) | undefined => {
    for (const [personId, turns] of waiting) {
      waiting.delete(personId);
      const turn = turns.shift();
      // To the end of the round.
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
      // The place passes on without being given up, so that nobody slips in between.
      const turn = next();
      if (turn) turn();
      else running--;
    }
  };
}
