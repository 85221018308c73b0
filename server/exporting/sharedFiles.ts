/**
 * Cache of files that are being sent. Concurrent readers share one file. It is made for the first
 * reader and removed when the last reader releases it.
 */
export class SharedFileCache<File> {
  readonly #files = new Map<string, { file: Promise<File>; readers: number }>();

  /**
   * Return the file `name`, which must identify all its input. Call `release` when it has been sent
   * or failed.
   */
  async take(name: string, make: () => Promise<File>): Promise<{ file: File; release: () => void }> {
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

  /** Number of files in memory. */
  get size(): number {
    return this.#files.size;
  }
}
