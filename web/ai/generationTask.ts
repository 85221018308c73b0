import { ApiError } from '#web/lib/api.ts';

export type GenerationState = 'none' | 'drawing' | 'drawn';

interface Steps {
  /** Send the call, and show its result. */
  ask: (options: { signal: AbortSignal; idempotencyKey: string }) => Promise<void>;
  /** Called when no answer arrived. The picture may still have been made and charged. */
  lost: () => void;
  /** Called when the call failed without a cancel. */
  failed: (error: unknown) => void;
}

/** Generation of one picture. It continues while no component shows it. */
export class GenerationTask {
  #state: GenerationState = 'none';
  readonly #listeners = new Set<() => void>();
  #abort: AbortController | null = null;
  /** Key of an interrupted call, which may have been answered: another press uses the same key. */
  #unanswered: { body: string; key: string } | null = null;

  readonly state = (): GenerationState => this.#state;

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Start the generation. `body`: the request, as far as the caller can change it. Does nothing
   * while one is running.
   */
  readonly draw = async (body: string, { ask, lost, failed }: Steps): Promise<void> => {
    if (this.#abort) return;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#set('drawing');
    try {
      await ask({ signal, idempotencyKey: this.#keyFor(body) });
      this.#unanswered = null;
      this.#end('drawn');
    } catch (error) {
      this.#end('none');
      if (signal.aborted || error instanceof ApiError) this.#unanswered = null;
      if (!(error instanceof ApiError)) lost();
      if (!signal.aborted) failed(error);
    }
  };

  readonly cancel = (): void => this.#abort?.abort();

  #end(state: GenerationState): void {
    this.#abort = null;
    this.#set(state);
  }

  #keyFor(body: string): string {
    const key = this.#unanswered?.body === body ? this.#unanswered.key : crypto.randomUUID();
    this.#unanswered = { body, key };
    return key;
  }

  #set(state: GenerationState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
