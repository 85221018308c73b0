import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** Entries of a zip file by name. Tests may change them. */
export type ZipEntries = Map<string, Buffer>;

export async function unzipEntries(bytes: Buffer): Promise<ZipEntries> {
  const entries: ZipEntries = new Map();
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return entries;
}

export async function zipEntries(entries: ReadonlyMap<string, Buffer | string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(Readable.from(zip.outputStream));
}

/** Return the rows of one table of an archive. */
export function rowsIn(entries: ZipEntries, table: string): Record<string, unknown>[] {
  const lines = (entries.get(`${table}.jsonl`)?.toString() ?? '').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}
