import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { followLoginLink } from '#shared/contract/auth.ts';
import { importScript } from '#shared/contract/importing.ts';
import { aBucket } from '#test/bucket.ts';
import { anEmptyPostgres } from '#test/db.ts';
import { plainEnv } from '#test/plainEnv.ts';
import { freePort } from '#test/ports.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { startRedis } from '../scripts/redis.ts';

/*
 * Follows "Step by step" of docs/operating.md to the letter, in empty folders: node bench/manual.ts
 * RELEASE [NEXT_RELEASE]. Between the commands, a person signs in, imports a script, reads it again
 * after each step, and reads all the time during the upgrade of two nodes. Prints the seconds of
 * each step, and exits with 1 at the first step that fails.
 */

const [release, nextRelease = release] = process.argv.slice(2).map((file) => path.resolve(file));
if (release === undefined || nextRelease === undefined) throw new Error('Give the archive of a release');
const archives = { RELEASE: release, NEXT_RELEASE: nextRelease };
const script = 'INT. FERRY - NIGHT\n\nOlive waits.\n';

/** Return the commands of one part of the manual, step by step. */
function stepsOf(name: string): string[] {
  const text = fs.readFileSync('docs/operating.md', 'utf8');
  const blocks = text.matchAll(new RegExp(`^\`\`\`sh ${name}\\n([^\`]+)^\`\`\`$`, 'gm'));
  return [...blocks].map(([, commands = '']) => commands);
}

interface Shell {
  folder: string;
  /** Run commands, and return their output. Throws if one of them fails. */
  run: (label: string, commands: string | undefined) => Promise<string>;
  close: () => Promise<void>;
}

/** Start one shell in an empty folder. Its variables and servers last from step to step. */
function openShell(variables: Record<string, string>): Shell {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-manual-'));
  const env = { ...plainEnv(), ...variables };
  const child = spawn('bash', ['-eu'], { cwd: folder, env, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const run = async (label: string, commands: string | undefined) => {
    if (commands === undefined) throw new Error(`The manual has no commands for: ${label}`);
    output = '';
    const start = performance.now();
    child.stdin.write(`${commands}\necho the step is done\n`);
    while (!output.includes('the step is done')) {
      if (child.exitCode !== null) throw new Error(`${label} failed:\n${output}`);
      await pause(50);
    }
    console.log(`${label}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
    return output;
  };
  return { folder, run, close: () => endGroup(child, folder) };
}

/** End a shell with the servers that it started, and delete its folder. */
async function endGroup(child: ChildProcess, folder: string): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  await pause(500);
  fs.rmSync(folder, { recursive: true, force: true });
}

interface Visitor {
  cookie: string;
  /** Path of the exported script. */
  file: string;
  /** Path of its elements, which may be read more often. */
  elements: string;
}

/** Sign in by the printed link, and import a script. */
async function enter(address: string, log: string): Promise<Visitor> {
  const token = /token=([\w-]+)/.exec(log)?.[1];
  const signedIn = await fetch(address + followLoginLink.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (signedIn.status >= 400) throw new Error(`The link answered ${signedIn.status}`);
  const cookies = signedIn.headers.getSetCookie().map((each) => each.split(';')[0]);
  const cookie = cookies.find((each) => each?.startsWith('sid=')) ?? '';
  const form = new FormData();
  form.append('scriptFile', new Blob([script]), 'night-ferry.fountain');
  const imported = await fetch(address + importScript.path, {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  if (!imported.ok) throw new Error(`The import answered ${imported.status}: ${await imported.text()}`);
  const { project } = (await imported.json()) as { project: { id: string } };
  const path = `/api/projects/${project.id}`;
  return { cookie, file: `${path}/export/fdx`, elements: `${path}/script-elements` };
}

async function read(address: string, { cookie, file }: Pick<Visitor, 'cookie' | 'file'>): Promise<string> {
  const reply = await fetch(address + file, { headers: { cookie } });
  if (!reply.ok) throw new Error(`${file} answered ${reply.status}`);
  return reply.text();
}

async function expectScript(addresses: string[], visitor: Visitor, wanted: string): Promise<void> {
  for (const address of addresses)
    if ((await read(address, visitor)) !== wanted) throw new Error(`The script at ${address} differs`);
}

async function followOneNode(): Promise<void> {
  const port = String(await freePort());
  const address = `http://127.0.0.1:${port}`;
  const shell = openShell({ ...archives, PORT: port });
  const [start, backup, restore, upgrade] = stepsOf('one-node');
  try {
    const log = await shell.run('one node: start', start);
    const visitor = await enter(address, log);
    const fdx = await read(address, visitor);
    await shell.run('one node: backup', backup);
    await shell.run('one node: loss and restore', restore);
    await expectScript([address], visitor, fdx);
    await shell.run('one node: upgrade', upgrade);
    await expectScript([address], visitor, fdx);
  } finally {
    await shell.close();
  }
}

async function followTwoNodes(): Promise<void> {
  const server = await startPostgres();
  if (server === null) throw new Error('There is no Postgres 15 or newer');
  const [postgres, redis, bucket] = [await anEmptyPostgres(server.url), await startRedis(), await aBucket()];
  const [one, two] = [String(await freePort()), String(await freePort())];
  const addresses = [one, two].map((port) => `http://127.0.0.1:${port}`);
  const [first = ''] = addresses;
  const shell = openShell({
    ...{ ...archives, ONE: one, TWO: two, PUBLIC_URL: first, SECRET_KEY: 'a key of the manual, long enough' },
    ...{ DATABASE_URL: postgres.url, REDIS_URL: redis.url, S3_BUCKET: 'ferry', S3_REGION: 'north' },
    ...{ S3_ENDPOINT: bucket.endpoint, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
  });
  const [start, backup, restore, upgrade] = stepsOf('two-nodes');
  try {
    const log = await shell.run('two nodes: start', start);
    const visitor = await enter(first, log);
    const fdx = await read(first, visitor);
    await expectScript(addresses, visitor, fdx);
    await shell.run('two nodes: backup', backup);
    await shell.run('two nodes: restore', restore);
    await expectScript(addresses, visitor, fdx);
    const reading = readMeanwhile(addresses, visitor);
    await shell.run('two nodes: upgrade, one after the other', upgrade);
    const { reads, failures } = await reading.end();
    console.log(`reads during the upgrade: ${reads}, of which no node answered ${failures}`);
    if (failures > 0) throw new Error('The upgrade was noticed');
    await expectScript(addresses, visitor, fdx);
  } finally {
    await shell.close();
    await bucket.close();
    await redis.stop();
    await server.stop();
  }
}

/** Read the script again and again, as a balancer does: from the first node that answers. */
function readMeanwhile(addresses: string[], { cookie, elements: file }: Visitor) {
  let [reads, failures, isOver] = [0, 0, false];
  const work = (async () => {
    while (!isOver) {
      reads += 1;
      const answers = await Promise.allSettled(addresses.map((address) => read(address, { cookie, file })));
      const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      if (reasons.length === addresses.length) {
        failures += 1;
        console.log(`  no node answered: ${reasons.join(', ')}`);
      }
      await pause(100);
    }
  })();
  const end = async () => {
    isOver = true;
    await work;
    return { reads, failures };
  };
  return { end };
}

await followOneNode();
await followTwoNodes();
