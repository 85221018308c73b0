import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import type { Env } from '#server/env.ts';
import { HttpError, unsupportedType } from '#server/lib/errors.ts';
import type { PartStatus } from '#server/lib/partStatus.ts';
import { type Disk, folderDisk, type Range } from './disk.ts';
import {
  claimFile,
  deleteFileRow,
  type FileOwner,
  filesOfProject,
  filterOrphanedFiles,
  filterOwnedFiles,
  findOrphanedFiles,
  insertFile,
  releaseFiles,
} from './files.queries.ts';
import { extensions, type FileType, isOfType } from './fileTypes.ts';

/** Age at which a file without an owner is deleted. Longer than any call that stores a file. */
const orphanMs = 3_600_000;
const sweptAtOnce = 500;
const removedSideBySide = 8;

const folder = '/uploads/';
const namePattern = /^[A-Za-z0-9_-]{32}\.[a-z0-9]{2,4}$/;

/**
 * Files of projects and users (decision OQ-29). A row of `files` exists from before the bytes are
 * written until after they are deleted. So a crash leaves a row without an owner, which the sweep
 * finds. Functions that move bytes must not run in a transaction. attachFile and detachFile may.
 */
export interface Storage {
  /**
   * Store a file without an owner and return its address, /uploads/{random}.{ext}. Throws
   * unsupportedType if the bytes do not match the type.
   */
  put(bytes: Uint8Array, contentType: FileType): Promise<string>;
  /** Read by name; null if the bytes do not exist. */
  read(name: string, range?: Range): Promise<Readable | null>;
  /**
   * Delete the files among these addresses that have no owner. Never throws: the sweep deletes the
   * rest later.
   */
  discard(urls: readonly (string | null | undefined)[]): Promise<void>;
  /**
   * Delete the files that crashes, deleted projects and deleted users have left. Returns their
   * number.
   */
  sweep(): Promise<number>;
  status(): PartStatus;
  close(): void;
}

/** Open the storage: DATA_DIR/uploads, or the configured bucket. */
export async function openDisk(env: Pick<Env, 'dataDir' | 's3'>): Promise<Disk> {
  if (!env.s3) return folderDisk(path.join(env.dataDir, 'uploads'));
  // Load Amazon's SDK only if needed. It is as large as the rest of the server.
  const { bucketDisk } = await import('./s3.ts');
  return bucketDisk(env.s3);
}

export function storageOn(disk: Disk, { db, log }: { db: Db; log: Logger }): Storage {
  const parts = { disk, db, log };
  return {
    put: (bytes, contentType) => putFile(parts, bytes, contentType),
    read: (name, range) => disk.read(name, range),
    discard: (urls) => discardOrphans(parts, urls),
    sweep: () => sweepOrphans(parts),
    status: () => disk.status(),
    close: () => disk.close(),
  };
}

interface StorageParts {
  disk: Disk;
  db: Db;
  log: Logger;
}

async function putFile(parts: StorageParts, bytes: Uint8Array, contentType: FileType): Promise<string> {
  if (!isOfType(bytes, contentType))
    throw unsupportedType('The content of this file does not match its type.');
  const name = `${randomBytes(24).toString('base64url')}.${extensions[contentType]}`;
  await insertFile(parts.db, { name, contentType, sizeBytes: bytes.length });
  try {
    await parts.disk.put(name, bytes, contentType);
  } catch (error) {
    // If the storage did not answer, it may still write the file. The sweep deletes it later.
    const isPending = error instanceof HttpError && error.code === 'unavailable';
    if (!isPending) await discardOrphans(parts, [folder + name]);
    throw error;
  }
  return folder + name;
}

async function discardOrphans(
  parts: StorageParts,
  urls: readonly (string | null | undefined)[],
): Promise<void> {
  const names = urls.flatMap((url) => fileNameOf(url) ?? []);
  if (names.length === 0) return;
  try {
    await removeAll(parts, await filterOrphanedFiles(parts.db, names));
  } catch (error) {
    parts.log.error({ err: error }, 'failed to delete files, the sweep retries');
  }
}

async function sweepOrphans(parts: StorageParts): Promise<number> {
  let all = 0;
  for (;;) {
    const names = await findOrphanedFiles(parts.db, orphanMs, sweptAtOnce);
    const removed = await removeAll(parts, names);
    all += removed;
    // Stop after a failure, because the next query would return the same files.
    if (removed < names.length || names.length < sweptAtOnce) return all;
  }
}

/** Delete files, several in parallel. Returns how many were deleted. */
async function removeAll(parts: StorageParts, names: readonly string[]): Promise<number> {
  let removed = 0;
  for (let from = 0; from < names.length; from += removedSideBySide) {
    const batch = names.slice(from, from + removedSideBySide);
    const done = await Promise.all(batch.map((name) => remove(parts, name)));
    removed += done.filter(Boolean).length;
  }
  return removed;
}

/** Delete the bytes, then the row, so that bytes never exist without a row. */
async function remove({ disk, db, log }: StorageParts, name: string): Promise<boolean> {
  try {
    await disk.remove(name);
    await deleteFileRow(db, name);
    return true;
  } catch (error) {
    log.error({ err: error, file: name }, 'failed to delete a file, the sweep retries');
    return false;
  }
}

/**
 * Assign a stored file to its owner, in the transaction that stores its address. Throws if the file
 * no longer exists.
 */
export async function attachFile(tx: Db, url: string, owner: FileOwner): Promise<void> {
  const isKept = await claimFile(tx, fileNameOf(url) ?? '', owner);
  if (!isKept) throw new Error('A stored file was deleted before it had an owner');
}

/**
 * Remove the owner of a file, in the transaction that clears its address. Discard it after the
 * commit.
 */
export async function detachFile(tx: Db, url: string | null, owner: FileOwner): Promise<void> {
  await detachFiles(tx, [url], owner);
}

/** Remove the owner of many files in one statement. */
export async function detachFiles(tx: Db, urls: readonly (string | null)[], owner: FileOwner): Promise<void> {
  const names = urls.flatMap((url) => fileNameOf(url) ?? []);
  if (names.length > 0) await releaseFiles(tx, names, owner);
}

/**
 * Return the addresses of files that this owner does not have. Addresses outside the storage are
 * ignored.
 */
export async function findMissingUrls(
  db: Db,
  urls: readonly (string | null)[],
  owner: FileOwner,
): Promise<Set<string>> {
  const names = urls.flatMap((url) => fileNameOf(url) ?? []);
  if (names.length === 0) return new Set();
  const there = new Set(await filterOwnedFiles(db, names, owner));
  return new Set(names.filter((name) => !there.has(name)).map((name) => folder + name));
}

/**
 * Copy the files of a project. The copies have no owner yet. Returns their addresses by those of
 * the originals. Missing files are left out. If one cannot be stored, all copies are deleted.
 */
export async function copyFiles(
  { db, storage }: { db: Db; storage: Storage },
  projectId: number,
): Promise<Map<string, string>> {
  const copies = new Map<string, string>();
  try {
    for (const { name, contentType } of await filesOfProject(db, projectId)) {
      const content = await storage.read(name);
      if (content)
        copies.set(folder + name, await storage.put(await buffer(content), contentType as FileType));
    }
    return copies;
  } catch (error) {
    await storage.discard([...copies.values()]);
    throw error;
  }
}

/** Return the addresses of all files of a project, to be discarded after it is deleted. */
export async function urlsOfProject(db: Db, projectId: number): Promise<string[]> {
  return (await namesOfProjectFiles(db, projectId)).map(urlOf);
}

export async function namesOfProjectFiles(db: Db, projectId: number): Promise<string[]> {
  return (await filesOfProject(db, projectId)).map(({ name }) => name);
}

/** Return the address of a file: "x.png" → "/uploads/x.png". */
export function urlOf(name: string): string {
  return folder + name;
}

/** Return the file name of a stored file's address; null for other addresses. */
export function fileNameOf(url: string | null | undefined): string | null {
  const name = url?.startsWith(folder) ? url.slice(folder.length) : '';
  return isFileName(name) ? name : null;
}

export function isFileName(name: string): boolean {
  return namePattern.test(name);
}
