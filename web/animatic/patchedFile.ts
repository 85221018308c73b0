import { GrowingFile } from '#web/audio/growingFile.ts';

interface WrittenChunk {
  data: Uint8Array<ArrayBuffer>;
  position: number;
}

/**
 * A file that is written sequentially, and then overwritten in some places, such as lengths in its
 * head.
 */
export class PatchedFile {
  readonly #file = new GrowingFile();
  readonly #patches: WrittenChunk[] = [];
  #length = 0;

  readonly writable = new WritableStream<WrittenChunk>({ write: (chunk) => this.write(chunk) });

  write({ data, position }: WrittenChunk): void {
    if (position > this.#length) throw new Error('A file has no holes');
    const old = Math.min(data.length, this.#length - position);
    // The caller may reuse the buffer.
    if (old > 0) this.#patches.push({ data: data.slice(0, old), position });
    if (old === data.length) return;
    this.#file.add(data.slice(old));
    this.#length += data.length - old;
  }

  whole(type: string): Blob {
    return this.#patches.reduce(
      (file, { data, position }) =>
        new Blob([file.slice(0, position), data, file.slice(position + data.length)], { type }),
      new Blob([this.#file.whole()], { type }),
    );
  }
}
