import { randomUUID } from 'node:crypto';
import type { LiveSocket } from './members.ts';

const silentAfterMs = 75_000;

/** Reply to a poll. */
interface PollReply {
  messages: string[];
  /** Position of the last message. */
  position: number;
  closeCode: number | null;
}

/**
 * Connection of the live channel that consists of polls. Messages are stored until a poll with a
 * later cursor confirms that they have arrived.
 */
export class PollSocket implements LiveSocket {
  readonly transport = 'polling';
  readonly id: string = randomUUID();
  readonly #onClose: () => void;
  #unconfirmed: { position: number; text: string }[] = [];
  #position = 0;
  #bufferedAmount = 0;
  #polledAt = performance.now();
  #closeCode: number | null = null;
  #wake: () => void = () => undefined;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  get bufferedAmount(): number {
    return this.#bufferedAmount;
  }

  /** Null until the server closes the connection for a reason. */
  get closeCode(): number | null {
    return this.#closeCode;
  }

  send(text: string): void {
    this.#unconfirmed.push({ position: ++this.#position, text });
    this.#bufferedAmount += text.length;
    this.#wake();
  }

  close(code: number): void {
    this.#closeCode ??= code;
    this.#wake();
    this.#onClose();
  }

  /** Close it if it is not polled any more. Hidden tabs poll about once a minute. */
  terminate(): void {
    if (performance.now() - this.#polledAt < silentAfterMs) return;
    this.#wake();
    this.#onClose();
  }

  /** Each poll shows that the client is there. */
  ping(): void {}

  /** Return the messages after a position. Waits until there is one, but not longer than that. */
  async poll(after: number, holdMs: number): Promise<PollReply> {
    this.#polledAt = performance.now();
    // An earlier poll whose reply was lost has nobody to wait for.
    this.#wake();
    this.#unconfirmed = this.#unconfirmed.filter(({ position }) => position > after);
    this.#bufferedAmount = this.#unconfirmed.reduce((sum, { text }) => sum + text.length, 0);
    if (this.#unconfirmed.length === 0 && this.#closeCode === null) await this.#nextMessage(holdMs);
    return {
      messages: this.#unconfirmed.map(({ text }) => text),
      position: this.#unconfirmed.at(-1)?.position ?? after,
      closeCode: this.#closeCode,
    };
  }

  #nextMessage(holdMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, holdMs).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
