import { parentPort, Worker } from 'node:worker_threads';

interface Sent<Order> {
  orderId: number;
  order: Order;
}

type Answered<Answer> = { orderId: number; answer: Answer } | { orderId: number; failure: string };

/** The thread is kept warm for the next order, and given back when there is none. */
const idleMs = 60_000;

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** A thread that does heavy work, so that it keeps no request waiting. Orders are answered one after the other. */
export class WorkerThread<Order, Answer> {
  readonly #file: URL;
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting<Answer>>();
  #lastOrderId = 0;
  #idle: NodeJS.Timeout | undefined;

  /** @param file what runs in the thread; it calls `answerOrders` */
  constructor(file: URL) {
    this.#file = file;
  }

  /** Throws an ordinary error when the work fails, and when the thread is closed. */
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

  /** Nothing to do: the thread keeps nobody's process alive, and goes after a while. */
  #rest(): void {
    this.#worker?.unref();
    this.#idle = setTimeout(() => void this.#worker?.terminate(), idleMs).unref();
  }

  /** Whoever waits hears of it; the next order opens a new thread. */
  #lost(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}

/** The other side: answers each order; what `transfer` names of an answer is handed over instead of copied. */
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
