/*
 * Reads zip files without a library. Only the parts that are needed are read, so that a file may be
 * far larger than the memory. A file over 4 GB, which needs other tables, cannot be read.
 */

export interface ZipEntry {
  name: string;
  isEncrypted: boolean;
  method: number;
  compressedBytes: number;
  /** As the file says. The content may be longer, see contentOf. */
  bytes: number;
  headerAt: number;
}

/** The reason why an entry is not unpacked to its end. */
export class TooLargeError extends Error {}

const endBytes = 22;
const maxCommentBytes = 65_535;
const headerBytes = 30;
/** Maximum size of the table of entries. 10,000 long names take 3 MB. */
const maxTableBytes = 16 * 1024 * 1024;

/** Return the files that a zip file lists; null if it is damaged or has more than `maxEntries`. */
export async function entriesOf(zip: Blob, maxEntries: number): Promise<ZipEntry[] | null> {
  const tailAt = Math.max(0, zip.size - endBytes - maxCommentBytes);
  const tail = await viewOf(zip, tailAt, zip.size);
  let end = tail.byteLength - endBytes;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) return null;
  const count = tail.getUint16(end + 10, true);
  const tableBytes = tail.getUint32(end + 12, true);
  const tableAt = tail.getUint32(end + 16, true);
  if (count > maxEntries || tableBytes > maxTableBytes || tableAt + tableBytes > zip.size) return null;
  return entriesIn(await viewOf(zip, tableAt, tableAt + tableBytes), count);
}

function entriesIn(table: DataView<ArrayBuffer>, count: number): ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > table.byteLength || table.getUint32(at, true) !== 0x02014b50) return null;
    const nameBytes = table.getUint16(at + 28, true);
    if (at + 46 + nameBytes > table.byteLength) return null;
    const name = new TextDecoder().decode(new Uint8Array(table.buffer, at + 46, nameBytes));
    const isHidden = /(?:^|\/)(?:\.|__MACOSX\/)/.test(name) || name.endsWith('/');
    if (!isHidden)
      entries.push({
        name,
        isEncrypted: (table.getUint16(at + 8, true) & 1) === 1,
        method: table.getUint16(at + 10, true),
        compressedBytes: table.getUint32(at + 20, true),
        bytes: table.getUint32(at + 24, true),
        headerAt: table.getUint32(at + 42, true),
      });
    at += 46 + nameBytes + table.getUint16(at + 30, true) + table.getUint16(at + 32, true);
  }
  return entries;
}

/**
 * Return the content of an entry; of one that is not compressed, a part of the zip file that is not
 * read. Throws TooLargeError above `maxBytes`, and Error for a damaged entry.
 */
export async function contentOf(
  zip: Blob,
  { isEncrypted, method, compressedBytes, headerAt }: ZipEntry,
  maxBytes: number,
): Promise<Blob> {
  if (isEncrypted || (method !== 0 && method !== 8)) throw new Error(`Unknown compression method ${method}`);
  const header = await viewOf(zip, headerAt, headerAt + headerBytes);
  if (header.byteLength < headerBytes) throw new Error('The entry is cut off');
  const start = headerAt + headerBytes + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = zip.slice(start, start + compressedBytes);
  if (packed.size < compressedBytes) throw new Error('The entry is cut off');
  if (packed.size > maxBytes) throw new TooLargeError();
  return method === 0 ? packed : new Blob(await inflated(packed, maxBytes));
}

async function inflated(packed: Blob, maxBytes: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const source = new Response(await packed.arrayBuffer()).body as ReadableStream<Uint8Array<ArrayBuffer>>;
  const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw new TooLargeError();
    }
    chunks.push(next.value);
  }
  return chunks;
}

async function viewOf(zip: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await zip.slice(from, to).arrayBuffer());
}
