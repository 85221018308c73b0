import { isStoredId } from '#screenplay/edits/references.ts';
import { ApiError, fieldProblemsOf } from '#web/lib/api.ts';

/** Places to which new and moved elements are sent, in the list that this tab knows. */
export class SendPlaces {
  readonly #elements: () => readonly { id: number }[];

  constructor(elements: () => readonly { id: number }[]) {
    this.#elements = elements;
  }

  /**
   * Return the element to insert after. If it is unknown, such as in changes stored by an earlier
   * version, return the last element, which is where the page shows the new one.
   */
  after(id: number | null): number | null {
    return id === null || isStoredId(id) ? id : this.last();
  }

  /**
   * Return the element before one that someone else has deleted. The list still shows that one,
   * because remote changes wait for pending changes; otherwise the new element is at the end.
   */
  before(deletedId: number): number | null {
    const elements = this.#elements();
    const index = elements.findIndex(({ id }) => id === deletedId);
    return (index < 0 ? elements.at(-1) : elements[index - 1])?.id ?? null;
  }

  last(): number | null {
    return this.#elements().at(-1)?.id ?? null;
  }
}

/** Return whether an edit was rejected because the element before it does not exist. */
export function isAnchorDeleted(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400 && 'afterId' in fieldProblemsOf(error);
}
