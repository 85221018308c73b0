import { fresh, type SessionState } from './sessionState.ts';

/** Holds the state of a session and tells who watches it. */
export class Store {
  #state = fresh;
  readonly #listeners = new Set<() => void>();

  readonly state = (): SessionState => this.#state;

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
