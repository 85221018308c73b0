import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { backupFormat, type Manifest, manifestFile } from '#server/backup/backupManifest.ts';
import type { BackupStore } from '#server/backup/backupStore.ts';
import { createBackups } from '#server/backup/backups.service.ts';
import { createPartWriter } from '#server/backup/partStream.ts';
import { deriveKeys, partBytes, sealOf } from '#server/backup/sealing.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { anApp, type TestApp } from './app.ts';
import { anEmptyPostgres } from './db.ts';
import { plainEnv } from './plainEnv.ts';
import { copyPreparedData, emptyData } from './preparedData.ts';

/** Database and files of one installation, on disk. */
export interface Place {
  folder: string;
  /** Variables of the server and of the programs. */
  variables: Record<string, string>;
  open(): Promise<Database>;
  remove(): Promise<void>;
}

/**
 * Create a place for an installation: on the Postgres of TEST_DATABASE_URL, otherwise with an
 * embedded database. `isEmpty`: without tables.
 */
export async function aPlace({ isEmpty = false, isEmbedded = false } = {}): Promise<Place> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-backup-'));
  const dataDir = path.join(folder, 'data');
  fs.mkdirSync(dataDir);
  const url = process.env.TEST_DATABASE_URL;
  const postgres = url && !isEmbedded ? await anEmptyPostgres(url) : null;
  if (!postgres && !isEmpty) await copyPreparedData(dataDir);
  const variables: Record<string, string> = {
    DATA_DIR: dataDir,
    BACKUP_TO: path.join(folder, 'backups'),
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  };
  return {
    folder,
    variables,
    open: () => openDatabase({ databaseUrl: postgres?.url ?? null, dataDir }),
    async remove() {
      await postgres?.drop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Start the server of a place in this process, with its own backups. */
export async function serverAt(place: Place): Promise<TestApp> {
  const database = await place.open();
  const { DATA_DIR: dataDir = '' } = place.variables;
  const backups = await createBackups({
    ...{ database, dataDir, log: pino({ level: 'silent' }), isNightly: true, onRestore: () => undefined },
    variables: { ...plainEnv(), ...place.variables },
  });
  return anApp(place.variables, undefined, { database, backups });
}

export interface Ran {
  code: number | null;
  output: string;
  errors: string;
}

/**
 * Run `npm run backup` or `npm run restore` without npm. Databases that they create are copies of a
 * created one (copiedDatabase.ts); the drill of docs/operating.md creates them.
 */
export async function runTool(
  name: 'backup' | 'restore',
  place: Pick<Place, 'variables'>,
  args: readonly string[] = [],
  variables: Record<string, string> = {},
): Promise<Ran> {
  const program = `server/backup/${name}Program.ts`;
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...plainEnv(),
      NODE_OPTIONS: `--import=${pathToFileURL(path.resolve('test/copiedDatabase.ts'))}`,
      EMPTY_DATABASE: await emptyData(),
      ...place.variables,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ran = { output: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    ran.output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    ran.errors += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, ...ran };
}

/** Return the name of the backup that a program has printed. */
export function nameIn({ output, errors }: Ran): string {
  const name = /^Backup (cold-open-\S+):/m.exec(output)?.[1];
  if (name === undefined) throw new Error(`There is no backup: ${output}${errors}`);
  return name;
}

/** A line that fills a part without remainder. */
const line = 'a'.repeat(1023);

/**
 * Store a backup of two parts, which are no tables; `facts` replaces fields of its manifest, and
 * `secret` encrypts it.
 */
export async function storeBackup(
  store: BackupStore,
  name: string,
  facts: Partial<Manifest> & object = {},
  secret: string | null = null,
): Promise<Manifest> {
  const keys = secret === null ? null : await deriveKeys(secret);
  const writer = createPartWriter({ store, backup: name, key: keys?.parts ?? null }, 'tables');
  await writer.write(Buffer.alloc(partBytes, `${line}\n`));
  await writer.write(Buffer.from('the last line\n'));
  const manifest = {
    ...{ format: backupFormat, version: '0.1.0', name, type: 'manual' },
    ...{ startedAt: '2026-11-28T20:40:12Z', finishedAt: '2026-11-28T20:41:12Z', installationId: null },
    ...{ database: 'embedded', migrations: [], tables: [], sequences: [], parts: await writer.end() },
    ...{ files: { count: 0, bytes: 0, missing: [] }, encryption: keys?.facts ?? null },
    ...facts,
  } as const;
  const sealed = { ...manifest, seal: sealOf(manifest, keys?.manifest ?? null) };
  await store.put(name, manifestFile, Buffer.from(JSON.stringify(sealed)));
  return sealed as Manifest;
}
