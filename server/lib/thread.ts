import { parentPort, Worker } from 'node:worker_threads';

interface Sent<Order> {
  orderId: number;
  order: Order;
}

type Answered<Answer> = { orderId: number; answer: Answer } | { orderId: number; failure: string };

/** Time until an idle thread ends. */
const idleMs = 60_000;

/** Limits of a thread. Beyond them it is ended, and its orders fail with ThreadLimitError. */
export interface ThreadLimits {
  /** Maximum time of an order. */
  timeoutMs: number;
  maxMemoryMb: number;
}

export class ThreadLimitError extends Error {}

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** Thread for heavy work, which would delay requests. It answers orders one after another. */
export class WorkerThread<Order, Answer> {
  readonly #file: URL;
  readonly #limits: ThreadLimits | undefined;
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting<Answer>>();
  #lastOrderId = 0;
  #idle: NodeJS.Timeout | undefined;

  /** @param file module that runs in the thread; it calls `answerOrders` */
  constructor(file: URL, limits?: ThreadLimits) {
    this.#file = file;
    this.#limits = limits;
  }

  /** Send an order and return its answer. Rejects if the work fails or the thread is closed. */
  send(order: Order, transfer: ArrayBuffer[] = []): Promise<Answer> {
    clearTimeout(this.#idle);
    const orderId = ++this.#lastOrderId;
    const worker = this.#open();
    worker.ref();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#waiting.set(orderId, { resolve, reject });
    worker.postMessage({ orderId, order } satisfies Sent<Order>, transfer);
    return this.#limits ? this.#withTimeout(promise, worker, this.#limits) : promise;
  }

  /** End the thread if the answer does not come in time. */
  async #withTimeout(answer: Promise<Answer>, worker: Worker, { timeoutMs }: ThreadLimits): Promise<Answer> {
    const timer = setTimeout(() => {
      this.#lost(worker, new ThreadLimitError(`The thread did not answer in ${timeoutMs} ms`));
      void worker.terminate();
    }, timeoutMs);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  #open(): Worker {
    if (this.#worker) return this.#worker;
    const resourceLimits = this.#limits && { maxOldGenerationSizeMb: this.#limits.maxMemoryMb };
    const worker = new Worker(this.#file, { ...(resourceLimits && { resourceLimits }) });
    worker.on('message', (answer: Answered<Answer>) => this.#answered(answer));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#lost(worker, isMemory ? new ThreadLimitError(error.message) : error);
    });
    worker.on('exit', () => this.#lost(worker, new Error('The thread ended')));
    this.#worker = worker;
    return worker;
  }

  #answered(answered: Answered<Answer>): void {
    const waiting = this.#waiting.get(answered.orderId);
    this.#waiting.delete(answered.orderId);
    if (this.#waiting.size === 0) this.#rest();
    if ('answer' in answered) waiting?.resolve(answered.answer);
    else waiting?.reject(new Error(answered.failure));
  }

  /** Release the idle thread: it does not keep the process alive and ends after a while. */
  #rest(): void {
    this.#worker?.unref();
    this.#idle = setTimeout(() => void this.#worker?.terminate(), idleMs).unref();
  }

  /** Reject all orders when the thread has ended. The next order starts a new one. */
  #lost(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}

/**
 * Answer orders inside the thread. `transfer` returns the parts of an answer that are moved instead
 * of copied.
 */
export function answerOrders<Order, Answer>(
  work: (order: Order) => Promise<Answer>,
  transfer: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  parentPort?.on('message', async ({ orderId, order }: Sent<Order>) => {
    try {
      const answer = await work(order);
      parentPort?.postMessage({ orderId, answer }, transfer(answer));
    } catch (error) {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
      parentPort?.postMessage({ orderId, failure });
    }
  });
}
