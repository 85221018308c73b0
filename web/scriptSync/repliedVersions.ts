import type { Element } from '#shared/contract/elements.ts';

/**
 * Versions of elements that replies to this tab contained, until the live channel shows them. A
 * message that comes before is older than the reply: it must not remove a restored element.
 */
export class RepliedVersions {
  readonly #replied = new Map<number, number>();
  /** Versions of own changes whose message came before the reply. */
  readonly #shown = new Map<number, number>();

  addReply(elements: readonly Element[]): void {
    for (const { id, version } of elements) {
      if ((this.#shown.get(id) ?? 0) < version) this.#replied.set(id, version);
      this.#shown.delete(id);
    }
  }

  addMessage(elements: readonly Element[], isOwn: boolean): void {
    for (const { id, version } of elements) {
      const replied = this.#replied.get(id);
      if (replied === undefined && isOwn) this.#shown.set(id, version);
      else if (replied !== undefined && replied <= version) this.#replied.delete(id);
    }
  }

  /** Return whether the reply is newer than the messages so far. */
  isNewer(id: number): boolean {
    return this.#replied.has(id);
  }

  clear(): void {
    this.#replied.clear();
    this.#shown.clear();
  }
}
