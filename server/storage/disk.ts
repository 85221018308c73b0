import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { PartStatus } from '#server/lib/partStatus.ts';
import type { FileType } from './fileTypes.ts';

/** First and last byte, inclusive as in HTTP. */
export interface Range {
  from: number;
  to: number;
}

/** Storage of bytes by name: a folder or a bucket. */
export interface Disk {
  put(name: string, bytes: Uint8Array, contentType: FileType): Promise<void>;
  /** Return the bytes; null if there is no such file. */
  read(name: string, range?: Range): Promise<Readable | null>;
  /** Remove a file, even if it does not exist. */
  remove(name: string): Promise<void>;
  /** Whether the storage was reachable at the last access. */
  status(): PartStatus;
  close(): void;
}

/** Create a storage in a folder that only the server's user can read. */
export function folderDisk(folder: string): Disk {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(path.join(folder, name), 'wx');
      try {
        await file.writeFile(bytes);
        // Flush the file, because its row in the database is flushed as well.
        await file.sync();
      } finally {
        await file.close();
      }
      await flushFolder(folder);
    },
    async read(name, range) {
      const file = path.join(folder, name);
      if (!(await isThere(file))) return null;
      return createReadStream(file, range ? { start: range.from, end: range.to } : {});
    },
    remove: (name) => rm(path.join(folder, name), { force: true }),
    // Always available: the health check examines the local disk itself.
    status: () => 'ok',
    close: () => undefined,
  };
}

/**
 * Flush the folder, which contains the new file's name. Windows has no handles of folders and needs
 * none.
 */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
