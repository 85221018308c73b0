import path from 'node:path';
import { type FairQueue, fairQueue } from './fairQueue.ts';
import { type ThreadLimits, WorkerThread } from './thread.ts';

/** Size in characters or bytes from which a script is large; a feature has a quarter of that. */
export const largeScript = 1_000_000;

/** Up to this size a script takes less time than starting a thread. */
export const smallScript = 256 * 1024;

/**
 * Heavy work in two threads, one for scripts of usual size and one for large ones, each with a fair
 * queue. So a user waits for at most one large script of another user.
 */
export class HeavyWork<Order, Answer> {
  readonly #lanes: { thread: WorkerThread<Order, Answer>; queue: FairQueue }[];

  readonly #large: number;

  /**
   * @param file module that runs in the threads; it calls `answerOrders` @param large size above
   * which work goes to the second thread @param limits of an order; missing: none
   */
  constructor(file: URL, large = largeScript, limits?: ThreadLimits) {
    this.#large = large;
    // The queue is named by its module: "read" of read.worker.ts.
    const name = path.basename(file.pathname).split('.', 1)[0];
    this.#lanes = [0, 1].map(() => ({
      thread: new WorkerThread(file, limits),
      queue: fairQueue(1, name),
    }));
  }

  /**
   * Queue work and return the result of `take`, which is called with the thread when it is its
   * turn. Until then nothing is loaded. `size` selects the thread.
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
