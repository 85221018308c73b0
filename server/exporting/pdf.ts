import { Worker } from 'node:worker_threads';
import { unavailable } from '#server/lib/errors.ts';
import type { PdfInput } from './pdf/makePdf.ts';

export interface PdfOrder {
  orderId: number;
  input: PdfInput;
}

export type PdfAnswer = { orderId: number; pdf: Uint8Array } | { orderId: number; failure: string };

/** Scripts that may wait for the printer at once; more would only wait for a time-out. */
const mostWaiting = 40;
/** The thread is kept warm for the next export, and given back when nobody prints. */
const idleMs = 60_000;

interface Waiting {
  resolve: (pdf: Uint8Array) => void;
  reject: (error: Error) => void;
}

/**
 * Prints scripts in a thread of its own, so that a 400-page script does not keep other requests waiting.
 * Orders are answered one after the other.
 */
export class PdfPrinter {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #lastOrderId = 0;
  #idle: NodeJS.Timeout | undefined;

  /** Throws unavailable when too many are waiting, and an ordinary error when the script cannot be printed. */
  print(input: PdfInput): Promise<Uint8Array> {
    if (this.#waiting.size >= mostWaiting) {
      throw unavailable('Many scripts are being exported just now. Please try again in a minute.');
    }
    clearTimeout(this.#idle);
    const orderId = ++this.#lastOrderId;
    const worker = this.#open();
    worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(orderId, { resolve, reject });
      worker.postMessage({ orderId, input } satisfies PdfOrder);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  #open(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url));
    worker.on('message', (answer: PdfAnswer) => this.#answered(answer));
    worker.on('error', (error) => this.#lost(worker, error as Error));
    worker.on('exit', () => this.#lost(worker, new Error('The thread that makes PDFs ended')));
    this.#worker = worker;
    return worker;
  }

  #answered(answer: PdfAnswer): void {
    const waiting = this.#waiting.get(answer.orderId);
    this.#waiting.delete(answer.orderId);
    if (this.#waiting.size === 0) this.#rest();
    if ('pdf' in answer) waiting?.resolve(answer.pdf);
    else waiting?.reject(new Error(answer.failure));
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
