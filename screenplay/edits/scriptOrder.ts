import type { StretchElement } from '../scenes.ts';

/** Element with the fields needed for order and scenes. `content` is "" except for headings. */
export interface OrderedElement extends StretchElement {
  orderIndex: number;
}

interface Link {
  element: OrderedElement;
  before: Link | null;
  after: Link | null;
  /** Increases along the list, so that two links can be compared. */
  label: number;
}

/** Distance between labels after relabelling. */
const step = 2 ** 20;

/**
 * Script order as a linked list. Inserting, removing and finding a neighbour take constant time.
 */
export class ScriptOrder {
  readonly #links = new Map<number, Link>();
  #first: Link | null = null;
  #last: Link | null = null;

  /** Create the order of elements that are already sorted. */
  constructor(elements: readonly OrderedElement[]) {
    this.insertAfter(null, elements);
  }

  get size(): number {
    return this.#links.size;
  }

  get(id: number): OrderedElement | undefined {
    return this.#links.get(id)?.element;
  }

  has(id: number): boolean {
    return this.#links.has(id);
  }

  /** Return the id of the previous element; null for the first one. */
  idBefore(id: number): number | null {
    return this.#links.get(id)?.before?.element.id ?? null;
  }

  /** Return the id of the next element, or of the first one for null; null at the end. */
  idAfter(id: number | null): number | null {
    return (id === null ? this.#first : this.#links.get(id)?.after)?.element.id ?? null;
  }

  get lastId(): number | null {
    return this.#last?.element.id ?? null;
  }

  /** Return the last element that matches a predicate. */
  findLast(isMatch: (element: OrderedElement) => boolean): OrderedElement | undefined {
    for (let link = this.#last; link; link = link.before) if (isMatch(link.element)) return link.element;
    return undefined;
  }

  *[Symbol.iterator](): Generator<OrderedElement> {
    for (let link = this.#first; link; link = link.after) yield link.element;
  }

  /** Sort ids of existing elements in script order. */
  sorted(ids: Iterable<number>): number[] {
    const labelOf = (id: number) => this.#links.get(id)?.label ?? 0;
    return [...ids].sort((a, b) => labelOf(a) - labelOf(b));
  }

  /** Insert elements after an existing one; null is the start of the script. */
  insertAfter(afterId: number | null, elements: readonly OrderedElement[]): void {
    let before = afterId === null ? null : (this.#links.get(afterId) ?? null);
    const after = before ? before.after : this.#first;
    const from = before ? before.label : (after?.label ?? 0) - step * (elements.length + 1);
    const to = after ? after.label : from + step * (elements.length + 1);
    for (const [i, element] of elements.entries()) {
      const label = from + ((to - from) * (i + 1)) / (elements.length + 1);
      const link: Link = { element, before, after: null, label };
      if (before) before.after = link;
      else this.#first = link;
      this.#links.set(element.id, link);
      before = link;
    }
    if (before) before.after = after;
    if (after) after.before = before;
    else this.#last = before;
    // Repeated halving exhausts the precision of the labels.
    const distance = (to - from) / (elements.length + 1);
    if (elements.length > 0 && distance < 2 ** -20) this.#label();
  }

  remove(id: number): void {
    const link = this.#links.get(id);
    if (!link) return;
    if (link.before) link.before.after = link.after;
    else this.#first = link.after;
    if (link.after) link.after.before = link.before;
    else this.#last = link.before;
    this.#links.delete(id);
  }

  #label(): void {
    let label = 0;
    for (let link = this.#first; link; link = link.after) {
      label += step;
      link.label = label;
    }
  }
}
