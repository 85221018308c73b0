interface Reply {
  elements: readonly { id: number }[];
  removedIds: readonly number[];
  /** Elements whose places are shown as in the reply. */
  placedIds: Iterable<number>;
}

/**
 * Revisions of the project that the shown elements have at least. A message of the live channel
 * about an earlier one is outdated: a list or a reply to this tab has overtaken it.
 */
export class ShownRevisions {
  readonly #ofElements = new Map<number, number>();
  readonly #ofPlaces = new Map<number, number>();
  readonly #ofLists = new Map<number, number>();

  /** Note a reply that was made after the revision. */
  addReply({ elements, removedIds, placedIds }: Reply, revision: number): void {
    for (const { id } of elements) this.#ofElements.set(id, revision);
    for (const id of removedIds) this.#ofElements.set(id, revision);
    for (const id of placedIds) this.#ofPlaces.set(id, revision);
  }

  /** Note that the list of a project was read after the revision. */
  addList(projectId: number, revision: number): void {
    this.#ofLists.set(projectId, revision);
  }

  /** Return whether a message about an element is outdated. */
  isOutdated(projectId: number, elementId: number, revision: number): boolean {
    return revision <= Math.max(this.#ofLists.get(projectId) ?? 0, this.#ofElements.get(elementId) ?? 0);
  }

  /** Return whether the place of an element in a message is outdated. */
  isPlaceOutdated(projectId: number, elementId: number, revision: number): boolean {
    return revision <= Math.max(this.#ofLists.get(projectId) ?? 0, this.#ofPlaces.get(elementId) ?? 0);
  }

  clear(): void {
    for (const revisions of [this.#ofElements, this.#ofPlaces, this.#ofLists]) revisions.clear();
  }
}
