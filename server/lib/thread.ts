import { parentPort, Worker } from 'node:worker_threads';

interface Sent<Order> {
  orderId: number;
  order: Order;
}

type Answered<Answer> = { orderId: number; answer: Answer } | { orderId: number; failure: string };

/** Time until an idle thread ends. */
const idleMs = 60_000;

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** Thread for heavy work, which would delay requests. It answers orders one after another. */
export class WorkerThread<Order, Answer> {
  readonly #file: URL;
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting<Answer>>();
  #lastOrderId = 0;
  #idle: NodeJS.Timeout | undefined;

  /** @param file module that runs in the thread; it calls `answerOrders` */
  constructor(file: URL) {
    this.#file = file;
  }

  /** Send an order and return its answer. Rejects if the work fails or the thread is closed. */
  send(order: Order, transfer: ArrayBuffer[] = []): Promise<Answer> {
    clearTimeout(this.#idle);
    const orderId = ++this.#lastOrderId;
    const worker = this.#open();
    worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(orderId, { resolve, reject });
      worker.postMessage({ orderId, order } satisfies Sent<Order>, transfer);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  #open(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#file);
    worker.on('message', (answer: Answered<Answer>) => this.#answered(answer));
    worker.on('error', (error) => this.#lost(worker, error as Error));
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
