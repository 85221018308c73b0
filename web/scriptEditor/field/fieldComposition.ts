import type { Look } from '#screenplay/styled.ts';
import type { LiveText, Rewrite, TextRange } from './liveText.ts';

/** State of a field when a composition began. */
interface Composed {
  live: LiveText;
  range: TextRange;
  style: Look;
}

/** Composition of an input method in a field, and the rewrites that wait for its end. */
export class FieldComposition {
  #composed: Composed | null = null;
  /** By a command. */
  #rewrite: Rewrite | null = null;
  /** Because of text from elsewhere. */
  #refresh: Rewrite | null = null;

  get isRunning(): boolean {
    return this.#composed !== null;
  }

  begin(composed: Composed): void {
    this.#composed = composed;
  }

  /** End the composition. Returns the state at its beginning; null if there was none. */
  end(): Composed | null {
    const composed = this.#composed;
    this.#composed = null;
    return composed;
  }

  /** Let a rewrite wait if a composition is running. Returns whether it waits. */
  delayRewrite(make: Rewrite): boolean {
    this.#rewrite = this.#composed ? make : null;
    return this.isRunning;
  }

  /** Let a refresh wait if a composition is running. Returns whether it waits. */
  delayRefresh(make: Rewrite): boolean {
    this.#refresh = this.#composed ? make : null;
    return this.isRunning;
  }

  dropRewrite(): void {
    this.#rewrite = null;
  }

  get delayed(): { rewrite: Rewrite | null; refresh: Rewrite | null } {
    return { rewrite: this.#rewrite, refresh: this.#refresh };
  }
}
