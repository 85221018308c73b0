/**
 * Size from which chunks are merged into a part of a file: browsers store large parts on disk when
 * memory is short.
 */
const partBytes = 1024 * 1024;

/** A file that is assembled from small chunks. */
export class GrowingFile {
  readonly #parts: Blob[] = [];
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  #bytes = 0;

  add(piece: Uint8Array<ArrayBuffer>): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes >= partBytes) this.#close();
  }

  whole(): Blob {
    this.#close();
    return new Blob(this.#parts);
  }

  #close(): void {
    this.#parts.push(new Blob(this.#pieces));
    this.#pieces = [];
    this.#bytes = 0;
  }
}
