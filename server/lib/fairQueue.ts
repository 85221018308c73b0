import { timePart } from '#server/db/callTimes.ts';

/** Queue for work of many users. */
export type FairQueue = <T>(personId: string, work: () => Promise<T>) => Promise<T>;

/** Work of all queues of one name. */
export interface QueueReading {
  running: number;
  waiting: number;
}

const readings = new Map<string, QueueReading>();

/** Return the work of the queues of this process, by name. */
export function queueReadings(): ReadonlyMap<string, Readonly<QueueReading>> {
  return readings;
}

/** Return the work of the queues with a name, for a new queue to count in. */
function readingOf(name: string): QueueReading {
  const reading = readings.get(name) ?? { running: 0, waiting: 0 };
  readings.set(name, reading);
  return reading;
}

/**
 * Run at most `width` pieces of work at a time. Waiting work is taken round-robin by user, each
 * user's in order: a user with a hundred pieces delays others by at most one. The name is for
 * metrics.
 */
export function fairQueue(width: number, name = 'other'): FairQueue {
  const reading = readingOf(name);
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
      reading.waiting += 1;
      await timePart('queue', () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const turns = waiting.get(personId);
        if (turns) turns.push(resolve);
        else waiting.set(personId, [resolve]);
        return promise;
      });
      reading.waiting -= 1;
    } else running++;
    reading.running += 1;
    try {
      return await timePart('thread', work);
    } finally {
      reading.running -= 1;
      // Pass the slot on directly, so that no other work can take it in between.
      const turn = next();
      if (turn) turn();
      else running--;
    }
  };
}
