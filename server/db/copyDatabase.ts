import fs from 'node:fs';
import path from 'node:path';
import { requireSpaceFor } from './freeSpace.ts';

/**
 * A file may change again within the resolution of its time stamp, so files that changed shortly
 * before the copy began are copied again.
 */
const clockToleranceMs = 2000;

/**
 * Copy the files of an embedded database that is in use. Most are copied while statements run.
 * Then, while none runs, those that have changed since are copied again. The copy is in the state
 * of a killed server, which recovers when it is opened. A copy that would use up the server's disk
 * fails.
 */
export async function copyDatabaseFolder(
  from: string,
  to: string,
  exclusively: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const unchangedSince = Date.now() - clockToleranceMs;
  const copied = new Map<string, fs.Stats>();
  await copyChanged(from, to, copied, () => true);
  await exclusively(async () => {
    const present = await copyChanged(from, to, copied, (stat, earlier) => {
      const isSame = earlier?.mtimeMs === stat.mtimeMs && earlier.size === stat.size;
      return !isSame || stat.mtimeMs >= unchangedSince;
    });
    for (const name of copied.keys())
      if (!present.has(name)) await fs.promises.rm(path.join(to, name), { force: true });
  });
}

/** Files that are copied in parallel: between statements, each step waits for the event loop. */
const sideBySide = 32;

type MustCopy = (stat: fs.Stats, earlier: fs.Stats | undefined) => boolean;

/** Copy files that `mustCopy` chooses, and record their state before. Returns all present names. */
async function copyChanged(
  from: string,
  to: string,
  copied: Map<string, fs.Stats>,
  mustCopy: MustCopy,
): Promise<Set<string>> {
  const names: string[] = [];
  await fs.promises.mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await fs.promises.readdir(from, { recursive: true, withFileTypes: true })) {
    const name = path.relative(from, path.join(entry.parentPath, entry.name));
    if (entry.isDirectory()) await fs.promises.mkdir(path.join(to, name), { recursive: true, mode: 0o700 });
    else names.push(name);
  }
  const present = new Set<string>();
  async function copyFile(name: string): Promise<void> {
    try {
      const stat = await fs.promises.stat(path.join(from, name));
      if (mustCopy(stat, copied.get(name))) {
        copied.set(name, stat);
        // Clones the file where the file system can, which takes no time and no space.
        const flags = fs.constants.COPYFILE_FICLONE;
        await fs.promises.copyFile(path.join(from, name), path.join(to, name), flags);
      }
      present.add(name);
    } catch (error) {
      // The database removed the file after the folder was read.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  for (let first = 0; first < names.length; first += sideBySide) {
    // A clone takes no space, so compare what is free, not the sizes of the files.
    requireSpaceFor(to, 0);
    await Promise.all(names.slice(first, first + sideBySide).map(copyFile));
  }
  return present;
}
