import { type FairQueue, fairQueue } from './fairQueue.ts';
import { WorkerThread } from './thread.ts';

/** Characters, or bytes, above which a script is a large one; a feature has a quarter of that. */
export const largeScript = 1_000_000;

/** Up to so much a script takes less than opening a thread does, and no more of the main one than other calls do. */
export const smallScript = 256 * 1024;

/**
 * Heavy work, in threads: one for scripts (or speech) of usual size and one for large ones, each with its queue, in which
 * people take turns. So nobody waits for the large script of somebody else but with one.
 */
export class HeavyWork<Order, Answer> {
  readonly #lanes: { thread: WorkerThread<Order, Answer>; queue: FairQueue }[];

  readonly #large: number;

  /**
   * @param file what runs in the threads; it calls `answerOrders`
   * @param large the size above which work goes to the other thread
   */
  constructor(file: URL, large = largeScript) {
    this.#large = large;
    this.#lanes = [0, 1].map(() => ({ thread: new WorkerThread(file), queue: fairQueue(1) }));
  }

  /**
   * Does what `take` makes of the thread's answer when its turn comes: until then whoever waits holds nothing.
   * `size` says whether it is large.
   */
  run<T>(
    personId: string,
    size: number,
    take: (send: WorkerThread<Order, Answer>['send']) => Promise<T>,
  ): Promise<T> {
    const lane = this.#lanes[size > this.#large ? 1 : 0];
    if (!lane) throw new Error('There are two lanes');
    return lane.queue(personId, () => take((order, transfer) => lane.thread.send(order, transfer)));
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map(({ thread }) => thread.close()));
  }
}
