/**
 * Files that are being sent, each once in memory however many read it: it is made for the first who asks, and kept until
 * the last has it. Whoever asks after that gets a new one.
 */
export class SharedFileCache {
  readonly #files = new Map<string, { file: Promise<Uint8Array>; readers: number }>();

  /** The file of that name, which says all that it depends on; `release` when it has been sent, or was not. */
  async take(
    name: string,
    make: () => Promise<Uint8Array>,
  ): Promise<{ file: Uint8Array; release: () => void }> {
    let shared = this.#files.get(name);
    if (!shared) {
      shared = { file: make(), readers: 0 };
      this.#files.set(name, shared);
    }
    const taken = shared;
    taken.readers++;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      if (--taken.readers === 0) this.#files.delete(name);
    };
    try {
      return { file: await taken.file, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Files in memory. */
  get size(): number {
    return this.#files.size;
  }
}
