import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { MessageChannel, Worker } from 'node:worker_threads';

/** Call that is repeated while another one runs. */
export interface ProbeCall {
  name: string;
  method: string;
  /** Path, and the body if it has one. `{n}` in the body becomes a new number for each call. */
  path: string;
  body?: string;
}

/** How long the server is asked after the end of work, which may continue behind its reply. */
const afterMs = 150;

/** Thread that repeats calls to a server and reports how long each took, from outside. */
export class Probe {
  readonly #worker: Worker;
  #longest = new Map<string, number>();

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', ({ name, ms }: { name: string; ms: number }) => {
      this.#longest.set(name, Math.max(ms, this.#longest.get(name) ?? 0));
    });
  }

  static async start(url: string, cookie: string, calls: readonly ProbeCall[]): Promise<Probe> {
    const workerData = { url, cookie, calls };
    const worker = new Worker(new URL('./probe.worker.ts', import.meta.url), { workerData });
    await once(worker, 'message');
    return new Probe(worker);
  }

  /** Return the longest time of each probe call while the work ran, in milliseconds. */
  async during(work: () => Promise<unknown>): Promise<Map<string, number>> {
    await pause(afterMs);
    this.#longest = new Map();
    await work();
    await pause(afterMs);
    // A probe call that started before the end reports when it is answered.
    return new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.once('message', () => {
        channel.port1.close();
        resolve(this.#longest);
      });
      this.#worker.postMessage(channel.port2, [channel.port2]);
    });
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
