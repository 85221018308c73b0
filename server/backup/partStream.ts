import { BackupError } from './backupError.ts';
import type { BackupPart } from './backupManifest.ts';
import type { BackupStore } from './backupStore.ts';
import { openPart, partBytes, sealPart, sha256Hex } from './sealing.ts';

/** Series of parts: rows of tables, or files. */
export type PartSeries = 'tables' | 'files';

/** Place of the parts of one backup. */
export interface PartPlace {
  store: BackupStore;
  /** Name of the backup. */
  backup: string;
  key: Buffer | null;
}

export interface PartWriter {
  write(bytes: Buffer): Promise<void>;
  /** Store the rest and return all parts. */
  end(): Promise<BackupPart[]>;
}

/** Write a stream as parts. At most one part is in memory. */
export function createPartWriter({ store, backup, key }: PartPlace, series: PartSeries): PartWriter {
  const parts: BackupPart[] = [];
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  async function flush(): Promise<void> {
    const name = `${series}-${String(parts.length + 1).padStart(5, '0')}`;
    const sealed = await sealPart(Buffer.concat(pending), `${backup}/${name}`, key);
    [pending, pendingBytes] = [[], 0];
    await store.put(backup, name, sealed);
    parts.push({ name, bytes: sealed.length, sha256: sha256Hex(sealed) });
  }
  return {
    async write(bytes) {
      for (let rest = bytes; rest.length > 0; ) {
        const piece = rest.subarray(0, partBytes - pendingBytes);
        pending.push(piece);
        pendingBytes += piece.length;
        rest = rest.subarray(piece.length);
        if (pendingBytes === partBytes) await flush();
      }
    },
    async end() {
      if (pendingBytes > 0) await flush();
      return parts;
    },
  };
}

/** Read a stream from its parts. Throws if one is missing or was changed. */
export async function* readParts(
  { store, backup, key }: PartPlace,
  parts: readonly BackupPart[],
  series: PartSeries,
): AsyncGenerator<Buffer> {
  for (const { name, sha256 } of parts) {
    if (!name.startsWith(`${series}-`)) continue;
    const sealed = await store.get(backup, name);
    if (sealed === null) throw new BackupError(`The backup is incomplete: its part ${name} is missing.`);
    if (sha256Hex(sealed) !== sha256)
      throw new BackupError(`The backup is damaged: its part ${name} does not match its checksum.`);
    yield await openPart(sealed, `${backup}/${name}`, key);
  }
}

const lineBreak = 0x0a;

/** Reader of lines and of counted bytes in a stream of buffers. */
export interface ByteReader {
  /** Return the next line without its line break; null at the end. */
  line(): Promise<string | null>;
  bytes(count: number): Promise<Buffer>;
}

export function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);
  async function more(): Promise<boolean> {
    const { done, value } = await chunks.next();
    if (done) return false;
    buffered = buffered.length === 0 ? value : Buffer.concat([buffered, value]);
    return true;
  }
  function take(count: number): Buffer {
    const taken = buffered.subarray(0, count);
    buffered = buffered.subarray(count);
    return taken;
  }
  return {
    async line() {
      let end = buffered.indexOf(lineBreak);
      while (end < 0) {
        const searched = buffered.length;
        if (!(await more())) {
          if (searched > 0) throw new BackupError('The backup is incomplete: it ends inside of a line.');
          return null;
        }
        end = buffered.indexOf(lineBreak, searched);
      }
      const line = take(end).toString('utf8');
      take(1);
      return line;
    },
    async bytes(count) {
      while (buffered.length < count)
        if (!(await more())) throw new BackupError('The backup is incomplete: it ends inside of a file.');
      return take(count);
    },
  };
}
