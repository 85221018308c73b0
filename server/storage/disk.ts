import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { PartStatus } from '#server/lib/partStatus.ts';
import type { FileType } from './fileTypes.ts';

/** The first and the last byte, as HTTP counts them. */
export interface Range {
  from: number;
  to: number;
}

/** Where bytes are, by name: a folder, or a bucket. */
export interface Disk {
  put(name: string, bytes: Uint8Array, contentType: FileType): Promise<void>;
  /** Null: there is no such file. */
  read(name: string, range?: Range): Promise<Readable | null>;
  /** Of a file that is not there, too. */
  remove(name: string): Promise<void>;
  /** Whether the bytes could be reached when somebody last asked for some. */
  status(): PartStatus;
  close(): void;
}

/** A folder that only the server's user can look into. */
export function folderDisk(folder: string): Disk {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(path.join(folder, name), 'wx');
      try {
        await file.writeFile(bytes);
        // The row that names it is flushed, so the file has to be.
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
    // On a disk of this machine: health looks at that by itself.
    status: () => 'ok',
    close: () => undefined,
  };
}

/** A new file's name is a line of its folder. Windows has no handles on folders, and needs none. */
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
