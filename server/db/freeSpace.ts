import fs from 'node:fs';

/**
 * Space that copies and backups leave free, so that a server on the same disk can still write.
 * Postgres allocates 16 MB at once for its write-ahead log.
 */
const reservedBytes = 64 * 1_048_576;

export function freeBytesIn(folder: string): number {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize;
}

/** Throw an error of a full disk if a copy of that size would use the space of a server. */
export function requireSpaceFor(folder: string, bytes: number): void {
  if (freeBytesIn(folder) - bytes >= reservedBytes) return;
  throw Object.assign(new Error(`the disk of ${folder} is full`), { code: 'ENOSPC' });
}
