import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Disk } from '#server/storage/disk.ts';
import type { FileType } from '#server/storage/fileTypes.ts';
import type { Manifest } from './backupManifest.ts';
import {
  type ByteReader,
  createByteReader,
  type PartPlace,
  type PartWriter,
  readParts,
} from './partStream.ts';
import type { SqlClient } from './sqlClient.ts';

interface StoredFile {
  name: string;
  contentType: string;
  hasOwner: boolean;
}

/** Line before the bytes of a file. */
interface FileHeader {
  name: string;
  contentType: string;
  sizeBytes: number;
}

const batchSize = 500;

/**
 * Write the files that the database of the snapshot knows. A file without an owner may be absent,
 * because it is being stored or deleted; other absent files are named in the result.
 */
export async function writeFiles(
  client: SqlClient,
  disk: Disk,
  writer: PartWriter,
  onFile: (count: number) => void,
): Promise<Manifest['files']> {
  const result: Manifest['files'] = { count: 0, bytes: 0, missing: [] };
  for await (const { name, contentType, hasOwner } of filesOf(client)) {
    const bytes = await bytesOf(disk, name);
    if (bytes === null) {
      if (hasOwner) result.missing.push(name);
      continue;
    }
    const header: FileHeader = { name, contentType, sizeBytes: bytes.length };
    await writer.write(Buffer.from(`${JSON.stringify(header)}\n`));
    await writer.write(bytes);
    result.count += 1;
    result.bytes += bytes.length;
    onFile(result.count);
  }
  return result;
}

async function* filesOf(client: SqlClient): AsyncGenerator<StoredFile> {
  for (let last = 0; ; ) {
    const found = await client.rows<StoredFile & { id: number }>(
      `select id, name, content_type as "contentType",
         project_id is not null or user_id is not null as "hasOwner"
       from public.files where id > $1 order by id limit ${batchSize}`,
      [last],
    );
    yield* found;
    if (found.length < batchSize) return;
    last = found.at(-1)?.id ?? last;
  }
}

async function bytesOf(disk: Disk, name: string): Promise<Buffer | null> {
  const stream = await disk.read(name);
  return stream === null ? null : await buffer(stream);
}

/** Yield the files of a backup. */
export async function* readFiles(
  place: PartPlace,
  { parts }: Pick<Manifest, 'parts'>,
): AsyncGenerator<FileHeader & { bytes: Buffer }> {
  const reader: ByteReader = createByteReader(readParts(place, parts, 'files'));
  for (let line = await reader.line(); line !== null; line = await reader.line()) {
    const header = JSON.parse(line) as FileHeader;
    yield { ...header, bytes: await reader.bytes(header.sizeBytes) };
  }
}

/** Return the names of all files that a database knows. */
export async function fileNames(client: SqlClient): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of filesOf(client)) names.push(name);
  return names;
}

/** Names of the files of a backup, while they are restored. */
export interface RestoredFiles {
  all: Set<string>;
  /** Files that the storage did not have, for a rollback. */
  added: string[];
}

/**
 * Store the files of a backup that the storage does not have. A file of the same name with other
 * bytes is damaged, because files never change: it is replaced.
 */
export async function restoreFiles(
  files: AsyncIterable<FileHeader & { bytes: Buffer }>,
  disk: Disk,
  { all, added }: RestoredFiles,
): Promise<void> {
  for await (const { name, contentType, bytes } of files) {
    all.add(name);
    const present = await disk.read(name);
    if (present !== null && (await hasBytes(present, bytes))) continue;
    if (present !== null) await disk.remove(name);
    else added.push(name);
    await disk.put(name, bytes, contentType as FileType);
  }
}

async function hasBytes(stream: Readable, bytes: Buffer): Promise<boolean> {
  let position = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (!chunk.equals(bytes.subarray(position, position + chunk.length))) {
      stream.destroy();
      if (!stream.closed) await once(stream, 'close');
      return false;
    }
    position += chunk.length;
  }
  return position === bytes.length;
}
