import type { StretchElement } from '../scenes.ts';

/** An element as ordering and scenes see it. `content` is "" for all but headings. */
export interface OrderedElement extends StretchElement {
  orderIndex: number;
}

interface Link {
  element: OrderedElement;
  before: Link | null;
  after: Link | null;
  /** Rises from link to link, so that two can be compared. */
  label: number;
}

/** Distance of labels that are given anew. */
const step = 2 ** 20;

/**
 * The elements of a script in order, as a chain: putting one in, taking one out and finding a neighbour take the same
 * time in a long script as in a short one.
 */
export class ScriptOrder {
  readonly #links = new Map<number, Link>();
  #first: Link | null = null;
  #last: Link | null = null;

  /** Elements in order. */
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

  /** The id of what stands before an element; null where that is the first. */
  idBefore(id: number): number | null {
    return this.#links.get(id)?.before?.element.id ?? null;
  }

  /** The id of what stands after an element, or of the first for null; null at the end. */
  idAfter(id: number | null): number | null {
    return (id === null ? this.#first : this.#links.get(id)?.after)?.element.id ?? null;
  }

  get lastId(): number | null {
    return this.#last?.element.id ?? null;
  }

  /** The last element that a condition holds for. */
  findLast(isWanted: (element: OrderedElement) => boolean): OrderedElement | undefined {
    for (let link = this.#last; link; link = link.before) if (isWanted(link.element)) return link.element;
    return undefined;
  }

  *[Symbol.iterator](): Generator<OrderedElement> {
    for (let link = this.#first; link; link = link.after) yield link.element;
  }

  /** Sorts ids of elements that are there. */
  sorted(ids: Iterable<number>): number[] {
    const labelOf = (id: number) => this.#links.get(id)?.label ?? 0;
    return [...ids].sort((a, b) => labelOf(a) - labelOf(b));
  }

  /** Puts elements in after another one that is there, or at the very start for null. */
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
    // Halves of halves are used up at some time.
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
