import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Disk of a few megabytes in memory, for tests with a full disk. */
export interface SmallDisk {
  folder: string;
  /** Use up the free space. */
  fill: () => void;
  /** Free the space again. */
  free: () => void;
  remove: () => void;
}

const ballast = 'ballast';

/** Mount a small disk. Null: this user cannot mount one, which needs root and Linux. */
export function smallDisk(megabytes: number): SmallDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder]);
  if (mounted.status !== 0) {
    fs.rmdirSync(folder);
    return null;
  }
  return {
    folder,
    fill: () => fill(path.join(folder, ballast)),
    free: () => fs.rmSync(path.join(folder, ballast), { force: true }),
    remove: () => {
      spawnSync('umount', ['-l', folder]);
      fs.rmdirSync(folder);
    },
  };
}

export function hasSmallDisk(): boolean {
  const disk = smallDisk(1);
  disk?.remove();
  return disk !== null;
}

function fill(file: string): void {
  const handle = fs.openSync(file, 'a');
  try {
    // Write ever smaller chunks, until the last page is used.
    for (let size = 1_048_576; size >= 4096; size /= 2) {
      while (wrote(handle, Buffer.alloc(size, 1)));
    }
  } finally {
    fs.closeSync(handle);
  }
}

function wrote(handle: number, bytes: Buffer): boolean {
  try {
    return fs.writeSync(handle, bytes) === bytes.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
