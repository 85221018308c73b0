import type { Caller } from '#test/app.ts';

/** A call that has left a tab and has not come back. */
export interface CallInFlight {
  method: string;
  url: string;
  init: RequestInit;
  /** The answer of the server, once the call has reached it. */
  answer: Response | null;
  resolve(answer: Response): void;
  reject(error: unknown): void;
}

/** The network of one tab. Calls reach the server, and answers the tab, when a test says so. */
export class TabNetwork {
  isOnline = true;
  readonly calls: CallInFlight[] = [];
  readonly #server: Caller;
  readonly #onDelivered: (call: CallInFlight) => Promise<void>;

  constructor(server: Caller, onDelivered: (call: CallInFlight) => Promise<void>) {
    this.#server = server;
    this.#onDelivered = onDelivered;
  }

  readonly fetch: typeof fetch = (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { signal, method = 'GET' } = init;
      if (!this.isOnline) return reject(networkError());
      if (signal?.aborted) return reject(signal.reason);
      const call = { method, url: String(input), init, answer: null, resolve, reject };
      this.calls.push(call);
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });

  /** Let a call reach the server. */
  async deliver(call: CallInFlight): Promise<void> {
    const { method, url, init } = call;
    const { statusCode, rawPayload, headers } = await this.#server.inject({
      method: method as 'GET',
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { payload: init.body }),
    });
    const names = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const body = statusCode === 204 ? null : rawPayload;
    call.answer = new Response(body as BodyInit | null, {
      status: statusCode,
      headers: names as [string, string][],
    });
    await this.#onDelivered(call);
  }

  /** Let the answer reach the tab. */
  answer(call: CallInFlight): void {
    this.#remove(call);
    if (call.answer) call.resolve(call.answer);
  }

  /** Lose a call, or its answer if the server has it. */
  lose(call: CallInFlight): void {
    this.#remove(call);
    call.reject(networkError());
  }

  loseAll(): void {
    for (const call of [...this.calls]) this.lose(call);
  }

  #remove(call: CallInFlight): void {
    this.calls.splice(this.calls.indexOf(call), 1);
  }
}

const networkError = () => new TypeError('Failed to fetch');
