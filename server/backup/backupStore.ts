import fs from 'node:fs';
import path from 'node:path';
import { isDiskFull } from '#server/db/databaseErrors.ts';
import { requireSpaceFor } from '#server/db/freeSpace.ts';
import type { Env } from '#server/env.ts';
import { BackupError } from './backupError.ts';
import { isBackupName } from './backupManifest.ts';

/** Place of backups: a folder or a bucket. Each backup is a group of objects. */
export interface BackupStore {
  /** Place as the operator named it, for messages. */
  place: string;
  /** Return the names of all backups, also of incomplete ones, oldest first. */
  list(): Promise<string[]>;
  put(backup: string, object: string, bytes: Buffer): Promise<void>;
  /** Return the bytes; null if there is no such object. */
  get(backup: string, object: string): Promise<Buffer | null>;
  /** Return the sizes of a backup's objects by name. */
  sizes(backup: string): Promise<Map<string, number>>;
  remove(backup: string): Promise<void>;
  close(): void;
}

/** Open the place of backups. */
export async function openBackupStore(target: Env['backup']['target']): Promise<BackupStore> {
  if (target.type === 'folder') return folderStore(target.folder);
  const { bucketStore } = await import('./bucketStore.ts');
  return bucketStore(target);
}

/** Create a store in a folder that only this user can read. */
export function folderStore(folder: string): BackupStore {
  const at = (backup: string, object = '') => path.join(folder, backup, object);
  return {
    place: folder,
    list: async () => namesIn(folder).filter(isBackupName).sort(),
    async put(backup, object, bytes) {
      try {
        fs.mkdirSync(at(backup), { recursive: true, mode: 0o700 });
        requireSpaceFor(folder, bytes.length);
        await writeDurably(at(backup, object), bytes);
      } catch (cause) {
        throw writeError(folder, cause);
      }
    },
    async get(backup, object) {
      return fs.promises.readFile(at(backup, object)).catch(nullIfMissing);
    },
    async sizes(backup) {
      const names = namesIn(at(backup));
      return new Map(names.map((name) => [name, fs.statSync(at(backup, name)).size]));
    },
    remove: (backup) => fs.promises.rm(at(backup), { recursive: true, force: true }),
    close: () => undefined,
  };
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch (error) {
    return nullIfMissing(error as Error) ?? [];
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Write a file under another name, flush it, and rename it, so that it is complete or absent. */
async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const unfinished = `${file}.unfinished`;
  const handle = await fs.promises.open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.promises.rename(unfinished, file);
}

function writeError(folder: string, cause: unknown): unknown {
  if (isDiskFull(cause))
    return new BackupError(
      `The disk of ${folder} is full. Free some space, or choose another place.`,
      undefined,
      cause,
    );
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EPERM')
    return new BackupError(
      `The place of backups should be a folder this user may write to, not ${folder}.`,
      undefined,
      cause,
    );
  return cause;
}
