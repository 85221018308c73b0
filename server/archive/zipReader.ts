import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { StringDecoder } from 'node:string_decoder';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { type HttpRefusal, invalid } from '#server/lib/errors.ts';

/** What an archive may hold: far more than any project has, and what this machine can take. Sizes are bytes. */
const limits = {
  entries: 10_000,
  /** All text together. */
  text: 256 * 1024 * 1024,
  line: 16 * 1024 * 1024,
  /** All files together. */
  files: 1024 * 1024 * 1024,
  file: 32 * 1024 * 1024,
};
/** Text of ours shrinks to a tenth; what shrinks to so small a part was made to fill this machine. */
const maxShrinking = 200;
const smallText = 8 * 1024 * 1024;

/** Reads a zip file that somebody sent: nothing that it says of itself is believed. Every fault of it is an invalid. */
export class ZipReader {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** `fd` stays open; whoever opened it closes it. */
  static async open(fd: number): Promise<ZipReader> {
    const zip = await readable(fromFdPromise(fd, { lazyEntries: true, autoClose: false }));
    if (zip.entryCount > limits.entries) throw unreadable('It has too many entries.');
    const entries = new Map<string, Entry>();
    // Names that lead out of the archive are refused here; an entry that is longer than it says, where it is read.
    const all = zip.eachEntry();
    for (;;) {
      const next = await readable(all.next());
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

  /** Null: there is no such entry. */
  async bytes(name: string): Promise<Buffer | null> {
    const stream = await this.#open(name);
    return stream && readable(buffer(stream));
  }

  /** The lines of a text, one after the other; none where there is no such entry. */
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

/** By what the entries say; none gives more than that. */
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
  if (text > limits.text || files > limits.files) throw unreadable('It holds too much.');
}

/** What the reader of zip files and of what they are packed with throws is about the file. */
async function readable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw unreadable(error instanceof Error ? `${error.message}.` : '');
  }
}

function unreadable(reason: string): HttpRefusal {
  return invalid(`The archive could not be read. ${reason}`.trim());
}
