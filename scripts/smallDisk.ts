import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A disk of a few megabytes in memory, for the test of what happens when one is full. */
export interface SmallDisk {
  folder: string;
  /** Takes all the room that is left. */
  fill: () => void;
  /** Gives it back. */
  free: () => void;
  remove: () => void;
}

const ballast = 'ballast';

/** Null where this user may mount none: only root may, and only on Linux. */
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
    // In ever smaller pieces, to the last page.
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
