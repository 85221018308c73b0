import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Parts that a call waits for. receiving, sending: the client's connection. connection: a free
 * connection to the database. queue, thread: heavy work before and while it runs. model: an AI
 * provider or a built-in engine.
 */
export const callParts = [
  'receiving',
  'connection',
  'database',
  'queue',
  'thread',
  'storage',
  'model',
  'sending',
] as const;
export type CallPart = (typeof callParts)[number];

/** Time of one call by part. Parts of one type that overlap count once. */
export class CallTimes {
  readonly startedAt = performance.now();
  /** Number of waits by part. */
  readonly counts: Partial<Record<CallPart, number>> = {};
  /** Number of statements and transactions that were repeated after a conflict. */
  retries = 0;
  readonly #ms: Partial<Record<CallPart, number>> = {};
  readonly #running = new Map<CallPart, { count: number; since: number }>();

  start(part: CallPart, now: number): void {
    this.counts[part] = (this.counts[part] ?? 0) + 1;
    const running = this.#running.get(part);
    if (running) running.count += 1;
    else this.#running.set(part, { count: 1, since: now });
  }

  end(part: CallPart, now: number): void {
    const running = this.#running.get(part);
    if (!running) return;
    running.count -= 1;
    if (running.count > 0) return;
    this.#running.delete(part);
    this.#ms[part] = (this.#ms[part] ?? 0) + now - running.since;
  }

  /** Return the milliseconds by part, including parts that have not ended. */
  msAt(now: number): Partial<Record<CallPart, number>> {
    const ms = { ...this.#ms };
    for (const [part, { since }] of this.#running) ms[part] = (ms[part] ?? 0) + now - since;
    return ms;
  }
}

/** A part that has ended, for metrics and traces. */
export interface EndedPart {
  part: CallPart;
  startedAt: number;
  endedAt: number;
  hasFailed: boolean;
  /** Null: outside of a call, such as in a timer. */
  call: CallTimes | null;
}

const calls = new AsyncLocalStorage<CallTimes>();
const listeners = new Set<(ended: EndedPart) => void>();
const retryListeners = new Set<() => void>();

/** Run a call. Its parts are added to `times`. */
export function runCall<T>(times: CallTimes, work: () => T): T {
  return calls.run(times, work);
}

/** Subscribe to ended parts. Returns the function that unsubscribes. */
export function onPartEnded(listener: (ended: EndedPart) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Start a part of the current call, if there is one. Returns the function that ends it. */
export function startPart(part: CallPart): (hasFailed?: boolean) => void {
  const call = calls.getStore() ?? null;
  const startedAt = performance.now();
  call?.start(part, startedAt);
  let isEnded = false;
  return (hasFailed = false) => {
    if (isEnded) return;
    isEnded = true;
    const endedAt = performance.now();
    call?.end(part, endedAt);
    for (const listener of listeners) listener({ part, startedAt, endedAt, hasFailed, call });
  };
}

/** Time work as a part of the current call. */
export async function timePart<T>(part: CallPart, work: () => Promise<T>): Promise<T> {
  const end = startPart(part);
  try {
    const result = await work();
    end();
    return result;
  } catch (error) {
    end(true);
    throw error;
  }
}

/** Count a statement or transaction that is repeated after a conflict. */
export function countRetry(): void {
  const call = calls.getStore();
  if (call) call.retries += 1;
  for (const listener of retryListeners) listener();
}

/** Subscribe to repeated statements and transactions. Returns the function that unsubscribes. */
export function onRetry(listener: () => void): () => void {
  retryListeners.add(listener);
  return () => retryListeners.delete(listener);
}
