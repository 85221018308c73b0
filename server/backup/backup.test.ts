import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rows } from '#server/db/client.ts';
import { backupRuns } from '#server/db/schema/backup.ts';
import { projects } from '#server/db/schema/projects.ts';
import type { TestApp } from '#test/app.ts';
import { aPlace, nameIn, type Place, runTool, serverAt } from '#test/backups.ts';
import { filledProject } from '#test/filledProject.ts';
import { aWorld, nightFerry, type World } from '#test/world.ts';
import { hasSmallDisk, type SmallDisk, smallDisk } from '../../scripts/smallDisk.ts';
import { type Manifest, manifestFile } from './backupManifest.ts';
import { folderStore } from './backupStore.ts';
import { openEmbeddedTarget } from './embeddedTarget.ts';
import { exitCodes } from './exitCodes.ts';
import { openPostgresTarget } from './postgresTarget.ts';

// Whole programs, on the database that the tests run on.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const scriptOf = async (server: TestApp, world: World, projectId: number) =>
  (await server.as(world.olive).get(`/api/projects/${projectId}/export/fdx`)).rawPayload;

const write = (server: TestApp, world: World, projectId: number, content: string) =>
  server
    .as(world.olive)
    .post(`/api/projects/${projectId}/script-elements`, { elementType: 'action', content, afterId: null });

/** Return the runs of backups, which stay in a restored database. */
const runsOf = ({ db }: TestApp) =>
  db.select({ type: backupRuns.type, at: backupRuns.finishedAt }).from(backupRuns).orderBy(backupRuns.id);

const storeOf = ({ variables }: Place) => folderStore(variables.BACKUP_TO ?? '');

async function manifestOf(place: Place, name: string): Promise<Manifest> {
  return JSON.parse((await storeOf(place).get(name, manifestFile))?.toString() ?? 'null');
}

describe('npm run backup and npm run restore', () => {
  let place: Place;
  let server: TestApp;
  let world: World;
  /** A project that nobody changes, with a value in every column and with files. */
  let quiet: number;
  let fdx: Buffer;
  /** The backup made while others wrote. */
  let backup: string;
  /** Number of lines that were written one after the other: "Line 0", "Line 1", … */
  let written = 0;

  beforeAll(async () => {
    place = await aPlace();
    server = await serverAt(place);
    world = await aWorld(server.db);
    quiet = (await filledProject(server, world)).id;
    fdx = await scriptOf(server, world, quiet);
  });
  afterAll(async () => {
    await server.close();
    await place.remove();
  });

  test('back up one moment while people write, and verify it in a scratch database', async () => {
    const busy = await nightFerry(server.db, world.olive);
    let isDone = false;
    const writeLine = async () => {
      expect((await write(server, world, busy.id, `Line ${written}`)).statusCode).toBe(201);
      written += 1;
    };
    // The backup starts after this line, so it must contain it.
    await writeLine();
    const writing = (async () => {
      while (!isDone) {
        await writeLine();
        await pause(20); // as several writers do, and without using the processor all the time
      }
    })();
    const ran = await runTool('backup', place);
    isDone = true;
    await writing;
    expect(ran).toMatchObject({ code: exitCodes.done, errors: '' });
    expect(ran.output).toMatch(/Verified: all \d+ tables and 3 files equal\./);
    expect(written).toBeGreaterThan(1);
    backup = nameIn(ran);
    const listed = await runTool('backup', place, ['--list']);
    expect(listed.output).toMatch(new RegExp(`^${backup}  manual  \\d+ kB  verification passed$`, 'm'));
  });

  test('restore refuses while the server runs, and changes nothing', async () => {
    const ran = await runTool('restore', place, [backup]);
    expect(ran.code).toBe(exitCodes.rejected);
    expect(ran.errors).toMatch(/in use by the server|running on this database/);
    expect(ran.errors).toContain('Nothing was changed.');
    expect(await scriptOf(server, world, quiet)).toEqual(fdx);
  });

  test('restore into an empty place gives equal tables, files and FDX, of one moment', async () => {
    const other = await aPlace({ isEmpty: true });
    const ran = await runTool('restore', other, [backup, '--from', place.variables.BACKUP_TO ?? '']);
    expect(ran).toMatchObject({ code: exitCodes.done, errors: '' });
    const restored = await serverAt(other);
    expect((await scriptOf(restored, world, quiet)).equals(fdx)).toBe(true);
    const torn = await rows(
      restored.db,
      sql`select p.id from projects p where p.revision <> coalesce(
        (select max(rev) from project_changes c where c.project_id = p.id), p.revision)`,
    );
    expect(torn).toEqual([]);
    // The lines of the backup are the first ones, without a gap.
    const lines = await rows<{ content: string }>(
      restored.db,
      sql`select content from script_elements where content like 'Line %' order by id`,
    );
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(written);
    expect(lines.map(({ content }) => content)).toEqual(lines.map((_, index) => `Line ${index}`));
    expect((await manifestOf(place, backup)).tables.find(({ name }) => name === 'projects')?.rows).toBe(
      await restored.db.$count(projects),
    );
    const uploads = path.join(other.variables.DATA_DIR ?? '', 'uploads');
    const original = path.join(place.variables.DATA_DIR ?? '', 'uploads');
    for (const name of fs.readdirSync(original))
      expect(fs.readFileSync(path.join(uploads, name))).toEqual(fs.readFileSync(path.join(original, name)));
    // Ids continue after the restored ones, and the sums for administrators were not counted twice.
    const added = await write(restored, world, quiet, 'After the restore');
    expect(added.statusCode).toBe(201);
    await restored.close();
    await other.remove();
  });

  test('restore replaces later work, and its restore point brings that work back', async () => {
    await write(server, world, quiet, 'Written after the backup');
    const later = await scriptOf(server, world, quiet);
    expect(later.equals(fdx)).toBe(false);
    // A file that only the replaced database knows is removed, and comes back with it.
    const url = await server.storage.put(Buffer.from('ID3 later'), 'audio/mpeg');
    const file = path.join(place.variables.DATA_DIR ?? '', url);
    expect(fs.existsSync(file)).toBe(true);
    const runs = await runsOf(server);
    expect(runs).not.toEqual([]);
    await server.close();
    const ran = await runTool('restore', place, [backup]);
    expect(ran).toMatchObject({ code: exitCodes.done, errors: '' });
    const point = /restore point (cold-open-\S+) in/.exec(ran.output)?.[1] ?? '';
    server = await serverAt(place);
    expect((await scriptOf(server, world, quiet)).equals(fdx)).toBe(true);
    expect(await runsOf(server)).toEqual(runs);
    expect(fs.existsSync(file)).toBe(false);
    await server.close();
    expect(await runTool('restore', place, [point])).toMatchObject({ code: exitCodes.done, errors: '' });
    server = await serverAt(place);
    expect((await scriptOf(server, world, quiet)).equals(later)).toBe(true);
    expect(fs.existsSync(file)).toBe(true);
  });

  test('a restore whose result differs from the backup rolls back by itself', async () => {
    const before = await scriptOf(server, world, quiet);
    await server.close();
    const store = storeOf(place);
    const { seal: _, ...facts } = await manifestOf(place, backup);
    const name = backup.replace(/-[0-9a-f]{6}$/, '-ffffff');
    fs.cpSync(path.join(store.place, backup), path.join(store.place, name), { recursive: true });
    const [first, ...others] = facts.tables.filter(({ rows: count }) => count > 0);
    if (!first) throw new Error('The backup has no rows');
    const wrong = [{ ...first, digest: 'f'.repeat(64) }, ...others];
    const { sealOf } = await import('./sealing.ts');
    const changed = { ...facts, name, tables: wrong };
    const sealed = { ...changed, seal: sealOf(changed, null) };
    await store.put(name, manifestFile, Buffer.from(JSON.stringify(sealed)));
    const ran = await runTool('restore', place, [name, '--no-restore-point']);
    expect(ran.code).toBe(exitCodes.different);
    expect(ran.errors).toContain(`The table ${first.name} has other values`);
    expect(ran.output).toContain('The data stays as it was before.');
    await store.remove(name);
    server = await serverAt(place);
    expect((await scriptOf(server, world, quiet)).equals(before)).toBe(true);
  });

  test('restore asks before it replaces the data of another installation', async () => {
    const other = await aPlace();
    const strangers = await serverAt(other);
    await aWorld(strangers.db);
    const id = async () =>
      (await rows(strangers.db, sql`select key from server_keys where name = 'installation'`))[0];
    const before = await id();
    if (before === undefined)
      await strangers.db.execute(sql`insert into server_keys values ('installation', 'another')`);
    else await strangers.db.execute(sql`update server_keys set key = 'another' where name = 'installation'`);
    await strangers.close();
    const from = ['--from', place.variables.BACKUP_TO ?? ''];
    const ran = await runTool('restore', other, [backup, ...from]);
    expect(ran.code).toBe(exitCodes.rejected);
    expect(ran.errors).toContain('add --from-other-installation');
    await other.remove();
  });

  test.runIf(hasSmallDisk())(
    'a disk that is full after the tables ends a backup in one line, which leaves nothing behind',
    async () => {
      // Space for 1 MB, beside that of a server on the same disk.
      const disk = smallDisk(65) as SmallDisk;
      try {
        await server.storage.put(Buffer.concat([Buffer.from('ID3'), randomBytes(2_000_000)]), 'audio/mpeg');
        const full = await runTool('backup', place, ['--to', path.join(disk.folder, 'backups')]);
        expect(full.code).toBe(exitCodes.failed);
        expect(full.output).toMatch(/projects: \d+ rows/);
        expect(full.errors).toMatch(
          /^The disk of \S+ is full\. Free some space, or choose another place\.\n$/,
        );
        expect(
          fs.readdirSync(disk.folder).flatMap((name) => fs.readdirSync(path.join(disk.folder, name))),
        ).toEqual([]);
        expect((await write(server, world, quiet, 'Still served')).statusCode).toBe(201);
      } finally {
        disk.remove();
      }
    },
  );

  test('a backup inside of DATA_DIR says that it is lost with it, and another one does not', async () => {
    const to = (folder: string) => runTool('backup', place, ['--to', folder, '--no-verify']);
    const inside = await to(path.join(place.variables.DATA_DIR ?? '', 'backups'));
    expect(inside.output).toMatch(/\/backups is inside of DATA_DIR, and is lost with it\. Copy it, or set/);
    const outside = await to(path.join(place.folder, 'elsewhere'));
    expect([outside.code, outside.output.includes('lost with it')]).toEqual([0, false]);
  });

  test('an encrypted backup opens with its passphrase only', async () => {
    const to = path.join(place.folder, 'encrypted');
    const ran = await runTool('backup', place, ['--to', to, '--no-verify'], {
      BACKUP_PASSPHRASE: 'a ferry full of rain',
    });
    expect(ran).toMatchObject({ code: exitCodes.done, errors: '' });
    const stored = fs
      .readdirSync(path.join(to, nameIn(ran)))
      .map((name) => fs.readFileSync(path.join(to, nameIn(ran), name)).toString('latin1'));
    expect(stored.join()).not.toContain('olive@example.com');
    const verify = (passphrase?: string) =>
      runTool(
        'backup',
        place,
        ['--to', to, '--verify', 'latest'],
        passphrase === undefined ? {} : { BACKUP_PASSPHRASE: passphrase },
      );
    expect(await verify()).toMatchObject({
      code: exitCodes.rejected,
      errors: expect.stringContaining('is encrypted: set BACKUP_PASSPHRASE'),
    });
    expect(await verify('a ferry full of snow')).toMatchObject({
      code: exitCodes.rejected,
      errors: expect.stringContaining('is not the passphrase of'),
    });
    expect(await verify('a ferry full of rain')).toMatchObject({ code: exitCodes.done, errors: '' });
  });

  test('a restore is rejected while another one runs, and complete after it', async () => {
    await server.close();
    const { DATABASE_URL, DATA_DIR = '' } = place.variables;
    const running = await (DATABASE_URL ? openPostgresTarget(DATABASE_URL) : openEmbeddedTarget(DATA_DIR));
    const rejected = await runTool('restore', place, [backup, '--no-restore-point']);
    expect(rejected.code).toBe(exitCodes.rejected);
    expect(rejected.errors).toMatch(/Another restore of this database is running|in use by/);
    await running.close();
    const ran = await runTool('restore', place, [backup, '--no-restore-point']);
    expect(ran).toMatchObject({ code: exitCodes.done, errors: '' });
    server = await serverAt(place);
    expect((await scriptOf(server, world, quiet)).equals(fdx)).toBe(true);
  });
});
