import type { Element } from '#shared/contract/elements.ts';
import type { Change } from './change.ts';
import { insertedIds } from './localIds.ts';

/**
 * New elements of changes that closed tabs may have sent. The list of the server may contain them
 * already, so they are hidden until it has answered the repeated call. So are the new elements
 * behind them, which would be before the stored ones.
 */
export class UnconfirmedInserts {
  /** Ids of hidden elements, by the key of the change that has to be answered. */
  readonly #hidden = new Map<string, Set<number>>();
  #last: { elements: Element[]; visible: Element[] } | null = null;

  /** Hide the new elements of a change that may have been made, and those of `others` behind it. */
  hide(change: Change, others: readonly Change[]): void {
    const ids = new Set(change.edits.flatMap(insertedIds));
    for (const edit of others.flatMap(({ edits }) => edits))
      if (edit.type === 'insert' && ids.has(edit.afterId ?? 0))
        for (const id of insertedIds(edit)) ids.add(id);
    if (ids.size > 0) this.#hidden.set(change.key, ids);
  }

  /** Show what the answer to a change was awaited for. */
  show(key: string): void {
    if (this.#hidden.delete(key)) this.#last = null;
  }

  /** Show all elements, because the server does not answer. */
  showAll(): void {
    for (const key of this.#hidden.keys()) this.show(key);
  }

  /** Return the list without the hidden elements. The array is reused for the same list. */
  without(elements: Element[]): Element[] {
    if (this.#hidden.size === 0) return elements;
    if (this.#last?.elements !== elements) {
      const ids = new Set([...this.#hidden.values()].flatMap((hidden) => [...hidden]));
      this.#last = { elements, visible: elements.filter(({ id }) => !ids.has(id)) };
    }
    return this.#last.visible;
  }
}
