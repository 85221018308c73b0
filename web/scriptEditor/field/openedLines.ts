import type { Reading } from './domText.ts';

/**
 * Lines that were opened in one field after one another, by number. Tells text that the browser's
 * undo restored from a previous line.
 */
export class OpenedLines {
  #current = 0;
  /** The line in which each node was first seen. */
  readonly #lines = new WeakMap<Node, number>();

  get current(): number {
    return this.#current;
  }

  /** Begin a line, or the same line with a text that the browser cannot undo. */
  begin(): void {
    this.#current++;
  }

  note({ leaves }: Reading): void {
    for (const { node } of leaves) if (!this.#lines.has(node)) this.#lines.set(node, this.#current);
  }

  /** Return whether the field has text of a previous line. */
  hasTextOfPrevious({ leaves }: Reading): boolean {
    return leaves.some(({ node }) => this.#lines.get(node) !== this.#current);
  }
}
