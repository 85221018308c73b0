import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasSmallDisk, type SmallDisk, smallDisk } from '../../scripts/smallDisk.ts';
import { copyDatabaseFolder } from './copyDatabase.ts';
import { freeBytesIn } from './freeSpace.ts';

const megabyte = 1_048_576;

test.runIf(hasSmallDisk())('copyDatabaseFolder ends before it uses the space of the server', async () => {
  const disk = smallDisk(66) as SmallDisk;
  const from = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-copy-'));
  try {
    // More files than are copied at once.
    for (let index = 0; index < 100; index += 1)
      fs.writeFileSync(path.join(from, `file-${index}`), Buffer.alloc(megabyte / 16, 1));
    const copy = path.join(disk.folder, 'copy');
    await expect(copyDatabaseFolder(from, copy, (work) => work())).rejects.toMatchObject({
      code: 'ENOSPC',
      message: `the disk of ${copy} is full`,
    });
    expect(fs.readdirSync(copy).length).toBeGreaterThan(0);
    expect(freeBytesIn(disk.folder)).toBeGreaterThan(60 * megabyte);
  } finally {
    disk.remove();
    fs.rmSync(from, { recursive: true });
  }
});
