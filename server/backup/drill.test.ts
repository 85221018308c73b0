import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { aPlace, type Place, serverAt } from '#test/backups.ts';
import { filledProject } from '#test/filledProject.ts';
import { plainEnv } from '#test/plainEnv.ts';
import { aWorld } from '#test/world.ts';
import { folderStore } from './backupStore.ts';
import { listBackups } from './readBackup.ts';

vi.setConfig({ testTimeout: 600_000 });

/** Return the commands of the drill in docs/operating.md: first embedded, then Postgres. */
function drills(): string[] {
  const text = fs.readFileSync('docs/operating.md', 'utf8');
  return [...text.matchAll(/^```sh drill\n([^`]+)^```$/gm)].map(([, commands = '']) => commands);
}

async function runShell(commands: string, variables: Record<string, string>) {
  const child = spawn('sh', ['-e', '-c', commands], {
    env: { ...plainEnv(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, output };
}

/** Return the tables and sequences of the newest backup in a folder. */
async function contentOf(folder: string) {
  const [newest] = await listBackups(folderStore(folder));
  const { tables, sequences, files } = newest?.manifest ?? {};
  return { tables, sequences, files };
}

const variablesOf = (place: Place) => ({
  DATA_DIR: place.variables.DATA_DIR ?? '',
  ...(place.variables.DATABASE_URL ? { DATABASE_URL: place.variables.DATABASE_URL } : {}),
});

test('the drill of docs/operating.md, to the letter: all tables equal, FDX equal byte by byte', async () => {
  const [embedded = '', postgres = ''] = drills();
  expect([embedded, postgres].map((commands) => commands.trim().split('\n').length)).toEqual([3, 3]);
  const [place, empty] = [await aPlace(), await aPlace({ isEmpty: true })];
  const server = await serverAt(place);
  const world = await aWorld(server.db);
  const { id } = await filledProject(server, world);
  const url = `/api/projects/${id}/export/fdx`;
  const fdx = (await server.as(world.olive).get(url)).rawPayload;
  const { BACKUP_TO = '' } = place.variables;
  const drill = empty.variables.DATA_DIR ?? '';
  const ran = await runShell(empty.variables.DATABASE_URL ? postgres : embedded, {
    ...variablesOf(place),
    ...{ BACKUP_TO, DRILL: drill, DRILL_DATABASE_URL: empty.variables.DATABASE_URL ?? '' },
  });
  expect(ran.code, ran.output).toBe(0);
  expect(ran.output.match(/Verified: all \d+ tables and 3 files equal\./g)).toHaveLength(2);
  await server.close();

  const original = await contentOf(BACKUP_TO);
  expect(original.tables?.filter(({ rows }) => rows > 0).length).toBeGreaterThan(20);
  expect(await contentOf(path.join(drill, 'again'))).toEqual(original);
  const restored = await serverAt(empty);
  const again = (await restored.as(world.olive).get(url)).rawPayload;
  expect(again.equals(fdx)).toBe(true);
  await restored.close();
  await place.remove();
  await empty.remove();
});
