import { once } from 'node:events';
import WebSocket from 'ws';

interface Reply {
  id?: number | null;
  type: 'success' | 'error' | 'event';
  result?: unknown;
  error?: string;
  message?: string;
  method?: string;
  params?: unknown;
}

/** A session of WebDriver BiDi: commands and their replies, and events, over a WebSocket. */
export class BidiSession {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #onEvent: (method: string, params: unknown) => void;
  #lastId = 0;

  private constructor(socket: WebSocket, onEvent: (method: string, params: unknown) => void) {
    this.#socket = socket;
    this.#onEvent = onEvent;
    socket.on('message', (data) => this.#receive(JSON.parse(String(data)) as Reply));
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The browser has ended'));
      this.#waiting.clear();
    });
  }

  static async open(url: string, onEvent: (method: string, params: unknown) => void): Promise<BidiSession> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    socket.on('error', () => undefined); // followed by close
    const session = new BidiSession(socket, onEvent);
    await session.call('session.new', { capabilities: {} });
    return session;
  }

  async call<Result>(method: string, params: object): Promise<Result> {
    const id = ++this.#lastId;
    const reply = Promise.withResolvers<unknown>();
    this.#waiting.set(id, reply);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return reply.promise as Promise<Result>;
  }

  close(): void {
    this.#socket.terminate();
  }

  #receive({ id, type, result, error, message, method, params }: Reply): void {
    if (type === 'event') {
      this.#onEvent(method ?? '', params);
      return;
    }
    const reply = this.#waiting.get(id ?? 0);
    this.#waiting.delete(id ?? 0);
    if (type === 'success') reply?.resolve(result);
    else reply?.reject(new Error(`${error}: ${message}`));
  }
}
