import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { followLoginLink } from '#shared/contract/auth.ts';
import { importScript } from '#shared/contract/importing.ts';
import { anEmptyPostgres } from '#test/db.ts';
import { plainEnv } from '#test/plainEnv.ts';
import { freePort } from '#test/ports.ts';
import { startPostgres } from '../scripts/postgres.ts';

/*
 * Upgrades while people write: node bench/upgrade.ts COMMIT [ROUNDS]. COMMIT is the last release.
 * Each round has an empty Postgres. The old version runs, the new one migrates and runs beside it,
 * then the old one stops. In every second round, a backup is made in between. Prints failed calls
 * and lost lines, and exits with 1 if there are any.
 */

const [commit, rounds = '10'] = process.argv.slice(2);
if (commit === undefined) throw new Error('Give the commit of the last release');
const phaseMs = 3000;
const writerCount = 8;
const maxStarts = 5;

interface Node {
  process: ChildProcess;
  address: string;
  output: () => string;
}

/** Unpack the sources of a commit beside the packages of this checkout. */
function checkOut(name: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-release-'));
  const archive = execFileSync('git', ['archive', name], { maxBuffer: 512 * 1024 * 1024 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  fs.symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Start a server, and again if that fails, as a supervisor does on a busy machine. */
async function startNode(...place: Parameters<typeof startOnce>): Promise<Node> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnce(...place);
    } catch (error) {
      if (tries === maxStarts) throw error;
      console.log(`  a start failed, ${tries}`);
    }
  }
}

/** Start a server and wait until it answers. */
async function startOnce(folder: string, databaseUrl: string, dataDir: string): Promise<Node> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = { ...plainEnv(), DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(port) };
  const child = spawn(process.execPath, ['server/main.ts'], {
    ...{ cwd: folder, env: { ...env, LOG_LEVEL: 'error' } },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  process.on('exit', () => child.kill('SIGKILL'));
  while ((await fetch(`${address}/api/health`).catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`The server did not start:\n${output}`);
    await pause(50);
  }
  return { process: child, address, output: () => output };
}

/** Sign in by the link of the first start, and import a script. */
async function openScript(node: Node) {
  while (!node.output().includes('token=')) await pause(20);
  const token = /token=([\w-]+)/.exec(node.output())?.[1];
  const signedIn = await fetch(node.address + followLoginLink.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const cookie =
    signedIn.headers
      .getSetCookie()
      .find((each) => each.startsWith('sid='))
      ?.split(';')[0] ?? '';
  const form = new FormData();
  form.append('scriptFile', new Blob(['INT. FERRY - NIGHT\n\nOlive waits.\n']), 'night-ferry.fountain');
  const imported = await fetch(node.address + importScript.path, {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  const { project } = (await imported.json()) as { project: { id: string } };
  return { cookie, path: `/api/projects/${project.id}/script-elements` };
}

interface Writing {
  /** Nodes that a balancer would send calls to. */
  nodes: Node[];
  cookie: string;
  path: string;
  isOver: boolean;
  acknowledged: string[];
  failed: string[];
  slowestMs: number;
}

/** Add lines, through any node, until it is over. */
async function write(writing: Writing, writer: number): Promise<void> {
  for (let count = 0; !writing.isOver; count += 1) {
    const node = writing.nodes[(count + writer) % writing.nodes.length];
    const content = `Writer ${writer}, line ${count}.`;
    const start = performance.now();
    const reply = await fetch(`${node?.address}${writing.path}`, {
      method: 'POST',
      headers: {
        ...{ cookie: writing.cookie, 'content-type': 'application/json' },
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ elementType: 'action', content }),
    }).catch((error: Error) => error);
    writing.slowestMs = Math.max(writing.slowestMs, performance.now() - start);
    if (reply instanceof Error || !reply.ok)
      writing.failed.push(reply instanceof Error ? reply.message : `${reply.status} ${await reply.text()}`);
    else {
      await reply.arrayBuffer();
      writing.acknowledged.push(content);
    }
    await pause(20);
  }
}

async function stopNode({ process: child }: Node): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Upgrade once. Returns the writing, and the lines that are missing or there twice. */
async function upgrade(oldFolder: string, server: string, hasBackup: boolean) {
  const postgres = await anEmptyPostgres(server);
  const dataDir = () => fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-upgrade-'));
  const oldNode = await startNode(oldFolder, postgres.url, dataDir());
  const script = await openScript(oldNode);
  const writing: Writing = {
    ...{ nodes: [oldNode], ...script, isOver: false, acknowledged: [], failed: [], slowestMs: 0 },
  };
  const writers = Array.from({ length: writerCount }, (_, writer) => write(writing, writer));
  await pause(phaseMs);
  const backup = hasBackup ? startBackup(postgres.url, dataDir()) : null;
  const newNode = await startNode('.', postgres.url, dataDir());
  writing.nodes = [oldNode, newNode];
  await pause(phaseMs);
  const backupCode = backup && (backup.exitCode ?? (await once(backup, 'exit'))[0]);
  if (backupCode) writing.failed.push(`the backup ended with ${backupCode}`);
  writing.nodes = [newNode];
  await pause(500); // running calls end, as behind a balancer
  await stopNode(oldNode);
  await pause(phaseMs);
  writing.isOver = true;
  await Promise.all(writers);
  const reply = await fetch(newNode.address + writing.path, { headers: { cookie: writing.cookie } });
  const contents = ((await reply.json()) as { content: string }[]).map(({ content }) => content);
  const counts = Map.groupBy(contents, (content) => content);
  const lost = writing.acknowledged.filter((content) => counts.get(content)?.length !== 1);
  await stopNode(newNode);
  await postgres.drop();
  return { writing, lost };
}

function startBackup(databaseUrl: string, dataDir: string): ChildProcess {
  const env = { ...plainEnv(), DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const args = ['server/backup/backupProgram.ts', '--no-verify'];
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

const server = await startPostgres();
if (!server) throw new Error('There is no Postgres on this machine.');
const oldFolder = checkOut(commit);
let problems = 0;
for (let round = 1; round <= Number(rounds); round += 1) {
  const hasBackup = round % 2 === 0;
  const { writing, lost } = await upgrade(oldFolder, server.url, hasBackup);
  problems += writing.failed.length + lost.length;
  console.log(
    `round ${round}${hasBackup ? ', with a backup' : ''}: ${writing.acknowledged.length} writes, ` +
      `${writing.failed.length} failed, ${lost.length} lost or doubled, slowest ${Math.round(writing.slowestMs)} ms`,
  );
  for (const line of [...new Set(writing.failed)].slice(0, 5)) console.log(`  ${line}`);
}
fs.rmSync(oldFolder, { recursive: true, force: true });
await server.stop();
process.exit(problems > 0 ? 1 : 0);
