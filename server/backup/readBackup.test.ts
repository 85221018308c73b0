import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storeBackup } from '#test/backups.ts';
import { type Manifest, manifestFile } from './backupManifest.ts';
import { type BackupStore, folderStore } from './backupStore.ts';
import { createByteReader, readParts } from './partStream.ts';
import { listBackups, openBackup, resolveBackupName } from './readBackup.ts';
import { createRowsDigest } from './rowsDigest.ts';
import { deriveKeys, partBytes, sealOf } from './sealing.ts';

const name = 'cold-open-20261128-204012-a1b2c3';
const passphrase = 'a ferry full of rain';
let store: BackupStore;

beforeEach(() => {
  store = folderStore(fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-store-')));
});
afterEach(() => fs.rmSync(store.place, { recursive: true, force: true }));

const aBackup = (facts: Partial<Manifest> & object = {}, secret: string | null = null) =>
  storeBackup(store, name, facts, secret);

const open = (secret: string | null = null) => openBackup(store, name, secret);

async function readAll(secret: string | null = null): Promise<string[]> {
  const { manifest, place } = await open(secret);
  const reader = createByteReader(readParts(place, manifest.parts, 'tables'));
  const lines: string[] = [];
  for (let read = await reader.line(); read !== null; read = await reader.line()) lines.push(read);
  return lines;
}

describe('openBackup', () => {
  test('reads a stream of several parts, also one with fields of a later version', async () => {
    await aBackup({ later: 1 } as object);
    const lines = await readAll();
    expect([lines.length, lines[0]?.length]).toEqual([partBytes / 1024 + 1, 1023]);
    expect(lines.at(-1)).toBe('the last line');
  });

  test('rejects half a backup, and says so in the list', async () => {
    await aBackup();
    fs.rmSync(path.join(store.place, name, manifestFile));
    await expect(open()).rejects.toThrow(
      `The backup ${name} is incomplete: it has no manifest, so it was interrupted. Choose another one.`,
    );
    expect(await listBackups(store)).toEqual([{ name, manifest: null, verification: null }]);
    await expect(resolveBackupName(store, 'latest')).rejects.toThrow('There is no complete backup in');
  });

  test('rejects a backup with a hole before anything is changed', async () => {
    await aBackup();
    fs.rmSync(path.join(store.place, name, 'tables-00001'));
    await expect(open()).rejects.toThrow(
      `The backup ${name} has a hole: tables-00001 is missing or incomplete. Choose another one.`,
    );
  });

  test('rejects a part that was cut off or changed', async () => {
    await aBackup();
    const file = path.join(store.place, name, 'tables-00002');
    const bytes = fs.readFileSync(file);
    fs.writeFileSync(file, bytes.subarray(1));
    await expect(open()).rejects.toThrow('has a hole: tables-00002 is missing or incomplete');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    fs.writeFileSync(file, bytes);
    await expect(readAll()).rejects.toThrow('its part tables-00002 does not match its checksum');
  });

  test('rejects a backup of a newer version, by its migrations or its format', async () => {
    await aBackup({ version: '9.0.0', migrations: ['20991231235959_later'] });
    await expect(open()).rejects.toThrow(
      `The backup ${name} was made by a newer version (9.0.0), whose database has 20991231235959_later. Install that version and try again.`,
    );
    await aBackup({ version: '9.0.0', format: 2 } as object);
    await expect(open()).rejects.toThrow('was made by a newer version (9.0.0) in another format');
  });

  test('rejects a manifest that was changed, and one that is no JSON', async () => {
    const manifest = await aBackup();
    await store.put(name, manifestFile, Buffer.from(JSON.stringify({ ...manifest, version: '0.0.9' })));
    await expect(open()).rejects.toThrow(
      `The manifest of ${name} is damaged: it does not match its checksum.`,
    );
    await store.put(name, manifestFile, Buffer.from('{"format": 1,'));
    await expect(open()).rejects.toThrow(`The manifest of ${name} is damaged: it cannot be read.`);
  });

  test('names the backups that exist when the wanted one does not, also for a path', async () => {
    await aBackup();
    for (const missing of ['cold-open-20260101-000000-000000', '../secrets', ''])
      await expect(openBackup(store, missing, null)).rejects.toThrow(
        `There is no backup ${missing} in ${store.place}. There are ${name}.`,
      );
  });

  test('needs the passphrase of an encrypted backup', async () => {
    await aBackup({}, passphrase);
    await expect(open()).rejects.toThrow('is encrypted: set BACKUP_PASSPHRASE');
    await expect(open('a ferry full of snow')).rejects.toThrow(
      `BACKUP_PASSPHRASE is not the passphrase of ${name}, or its manifest was changed.`,
    );
    expect((await readAll(passphrase)).at(-1)).toBe('the last line');
  });

  test('notices encrypted parts in the place of others', async () => {
    const manifest = await aBackup({}, passphrase);
    const [first, second] = manifest.parts;
    if (!first || !second) throw new Error('Two parts were expected');
    const parts = [
      { ...second, name: first.name },
      { ...first, name: second.name },
    ];
    const [one, two] = [first, second].map((part) => path.join(store.place, name, part.name)) as [
      string,
      string,
    ];
    const swapped = [fs.readFileSync(two), fs.readFileSync(one)] as const;
    fs.writeFileSync(one, swapped[0]);
    fs.writeFileSync(two, swapped[1]);
    const { encryption } = manifest;
    if (!encryption) throw new Error('The backup is not encrypted');
    const keys = await deriveKeys(passphrase, encryption);
    const { seal: _, ...facts } = { ...manifest, parts };
    const sealed = { ...facts, seal: sealOf(facts, keys.manifest) };
    await store.put(name, manifestFile, Buffer.from(JSON.stringify(sealed)));
    await expect(readAll(passphrase)).rejects.toThrow('tables-00001 is damaged: it cannot be read.');
  });
});

test('createRowsDigest does not depend on the order of rows, and notices a row that exists twice', () => {
  const digestOf = (...rows: string[]) => {
    const digest = createRowsDigest();
    for (const row of rows) digest.add(row);
    return digest.result().digest;
  };
  expect(digestOf('a', 'b', 'c')).toBe(digestOf('c', 'a', 'b'));
  expect(digestOf('a', 'b', 'b')).not.toBe(digestOf('a', 'b'));
  expect(digestOf('a', 'b', 'b')).not.toBe(digestOf('a', 'a', 'b'));
});
