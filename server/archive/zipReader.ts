import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { StringDecoder } from 'node:string_decoder';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { type HttpError, invalid } from '#server/lib/errors.ts';

/** Limits of an archive: far more than a project needs, and within the machine's resources. */
const limits = {
  entries: 10_000,
  /** All text together. */
  text: 256 * 1024 * 1024,
  line: 16 * 1024 * 1024,
  /** All files together. */
  files: 1024 * 1024 * 1024,
  file: 32 * 1024 * 1024,
};
/** Maximum compression ratio. Our text shrinks to a tenth; a higher ratio indicates a zip bomb. */
const maxShrinking = 200;
const smallText = 8 * 1024 * 1024;

/**
 * Reader for untrusted zip files. It verifies all sizes and names, and reports every error as
 * invalid.
 */
export class ZipReader {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Open an archive. The caller closes `fd`. */
  static async open(fd: number): Promise<ZipReader> {
    const zip = await readable(fromFdPromise(fd, { lazyEntries: true, autoClose: false }));
    if (zip.entryCount > limits.entries) throw unreadable('It has too many entries.');
    const entries = new Map<string, Entry>();
    // The library rejects names that lead out of the archive, and entries longer than declared when
    // they are read.
    const iterator = zip.eachEntry();
    for (;;) {
      const next = await readable(iterator.next());
      if (next.done) break;
      const entry = next.value;
      if (entries.has(entry.fileName)) throw unreadable(`It has ${entry.fileName} twice.`);
      entries.set(entry.fileName, entry);
    }
    checkSizes([...entries.values()]);
    return new ZipReader(zip, entries);
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** Return the content of an entry. Null: there is no such entry. */
  async bytes(name: string): Promise<Buffer | null> {
    const stream = await this.#open(name);
    return stream && readable(buffer(stream));
  }

  /** Yield the lines of a text entry. Nothing if there is no such entry. */
  async *lines(name: string): AsyncGenerator<string> {
    const stream = await this.#open(name);
    if (!stream) return;
    const decoder = new StringDecoder('utf8');
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let rest = '';
    try {
      for (;;) {
        const next = await readable(chunks.next());
        const text = rest + (next.done ? decoder.end() : decoder.write(next.value));
        const lines = text.split('\n');
        rest = next.done ? '' : (lines.pop() ?? '');
        if (rest.length > limits.line) throw unreadable(`A line of ${name} is too long.`);
        for (const line of lines) if (line.trim() !== '') yield line;
        if (next.done) return;
      }
    } finally {
      stream.destroy();
    }
  }

  async #open(name: string): Promise<Readable | null> {
    const entry = this.#entries.get(name);
    return entry ? readable(this.#zip.openReadStreamPromise(entry)) : null;
  }
}

/** Check the declared sizes. Reading fails for an entry that is larger than declared. */
function checkSizes(entries: readonly Entry[]): void {
  let text = 0;
  let files = 0;
  for (const { fileName, compressedSize, uncompressedSize } of entries) {
    const isFile = fileName.startsWith('files/');
    if (isFile) files += uncompressedSize;
    else text += uncompressedSize;
    if (isFile && uncompressedSize > limits.file) throw unreadable(`${fileName} is too large.`);
    if (uncompressedSize > smallText && uncompressedSize > compressedSize * maxShrinking)
      throw unreadable(`${fileName} says that it becomes too large.`);
  }
  if (text > limits.text || files > limits.files) throw unreadable('It is too large.');
}

/** Convert any error of the zip or inflate library to an error about the file. */
async function readable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw unreadable(error instanceof Error ? `${error.message}.` : '');
  }
}

function unreadable(reason: string): HttpError {
  return invalid(`The archive could not be read. ${reason}`.trim());
}
