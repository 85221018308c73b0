import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise } from 'yauzl';

/** Limits of a container with a script: far more than a script needs. */
const limits = { entries: 5000, entryBytes: 64 * 1024 * 1024, readBytes: 96 * 1024 * 1024 };
/** Maximum compression ratio. XML of scripts shrinks to a twentieth. */
const maxShrinking = 300;
const smallBytes = 1024 * 1024;

/** Entries of a zip file in memory. */
export interface ZipEntries {
  names: string[];
  /** Return the content of an entry. Throws ZipError or LockedZipError. */
  read(name: string): Promise<Uint8Array>;
}

/** The reason why a zip file cannot be read. */
export class ZipError extends Error {}

/** The zip file needs a password. */
export class LockedZipError extends Error {}

/** Open an untrusted zip file. Throws ZipError if it is damaged or becomes too large. */
export async function openZip(bytes: Uint8Array): Promise<ZipEntries> {
  const zip = await readable(fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, autoClose: false }));
  if (zip.entryCount > limits.entries) throw new ZipError('It has too many entries.');
  const entries = new Map<string, Entry>();
  const iterator = zip.eachEntry();
  for (;;) {
    const next = await readable(iterator.next());
    if (next.done) break;
    entries.set(next.value.fileName, next.value);
  }
  let total = 0;
  return {
    names: [...entries.keys()],
    read: async (name) => {
      const entry = entries.get(name);
      if (!entry) throw new ZipError(`It has no ${name}.`);
      if (entry.isEncrypted()) throw new LockedZipError(name);
      const { compressedSize, uncompressedSize } = entry;
      const isBomb = uncompressedSize > smallBytes && uncompressedSize > compressedSize * maxShrinking;
      total += uncompressedSize;
      if (isBomb || uncompressedSize > limits.entryBytes || total > limits.readBytes)
        throw new ZipError(`${name} becomes too large when it is unpacked.`);
      // The library rejects an entry that is longer than declared.
      return readable(zip.openReadStreamPromise(entry).then(buffer));
    },
  };
}

async function readable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw new ZipError(error instanceof Error ? `${error.message}.` : 'It is damaged.');
  }
}
