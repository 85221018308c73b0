import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { importField } from '#shared/contract/importing.ts';
import { freePort } from '#test/ports.ts';
import type { Row } from './measure.ts';

/*
 * Measures the memory of a server on the embedded database: idle, after 100 PDFs of a feature, and
 * after 60 readers that requested one and never read it. Linux only.
 */
const pdfs = 100;
const stalledReaders = 60;
/** Idle threads end after a minute. */
const probeIntervalMs = 75_000;

export async function run(): Promise<Row[]> {
  if (process.platform !== 'linux') return [];
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-memory-'));
  const rows: Row[] = [];
  const note = (name: string, { pid = 0 }: ChildProcess) =>
    rows.push({ name, figure: memoryOf(pid), unit: 'MB', of: 'ours' });
  const port = await freePort();
  // Nobody has an account yet, so it prints a link.
  let server = await start(dataDir, port, /token=\S+\n/);
  try {
    const cookie = await signIn(server.output());
    await pause(3000);
    note('memory, nobody asks; after the first start, which made the database', server.child);
    await stop(server.child);
    server = await start(dataDir, port, /is ready/);
    await pause(3000);
    note('memory, nobody asks', server.child);
    const pdf = await aFeature(port, cookie);
    for (let made = 0; made < pdfs; ) if (await downloaded(pdf, cookie)) made += 1;
    note(`the same right after ${pdfs} PDFs`, server.child);
    await pause(probeIntervalMs);
    note(`the same a minute after ${pdfs} PDFs`, server.child);
    const sockets = Array.from({ length: stalledReaders }, () => stalledReader(port, pdf, cookie));
    await pause(20_000);
    note(`the same while ${stalledReaders} readers ask for a PDF and do not read it`, server.child);
    for (const socket of sockets) socket.destroy();
    await pause(probeIntervalMs);
    note('the same a minute after they left', server.child);
    return rows;
  } finally {
    await stop(server.child);
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

async function start(dataDir: string, port: number, sign: RegExp) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  while (!sign.test(output)) await once(child.stdout, 'data');
  return { child, output: () => output };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

function memoryOf(pid: number): number {
  const [, kilobytes] = fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/) ?? [];
  return Number(kilobytes) / 1024;
}

/** By the link that a first start prints. */
async function signIn(output: string): Promise<string> {
  const [link = ''] = output.match(/http\S+token=\S+/) ?? [];
  const token = new URL(link).searchParams.get('token') ?? '';
  const answer = await fetch(new URL('/api/login/link', link), {
    method: 'POST',
    body: new URLSearchParams({ token }),
    redirect: 'manual',
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** The address of the PDF of a script as long as a feature. */
async function aFeature(port: number, cookie: string): Promise<string> {
  const scene = (n: number) =>
    `INT. FERRY, DECK ${n} - NIGHT\n\n${'Mara counts the ladders and begins again. '.repeat(4)}\n\nMARA\nForty-one. Forty-two.\n\nTOBIAS\nThere are only forty, and you know it.\n\n`;
  const form = new FormData();
  form.append(
    importField,
    new File([Array.from({ length: 400 }, (_, n) => scene(n)).join('')], 'ferry.fountain'),
  );
  const origin = `http://127.0.0.1:${port}`;
  const answer = await fetch(`${origin}/api/projects/import-file`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  const { project } = (await answer.json()) as { project: { id: string } };
  return `${origin}/api/projects/${project.id}/export/pdf`;
}

/** False: too often within a minute, which has been waited out. */
async function downloaded(url: string, cookie: string): Promise<boolean> {
  const answer = await fetch(url, { headers: { cookie } });
  const bytes = await answer.arrayBuffer();
  if (answer.status === 429) {
    await pause(Number(answer.headers.get('retry-after')) * 1000);
    return false;
  }
  if (answer.status !== 200 || bytes.byteLength < 10_000) throw new Error(`The PDF came as ${answer.status}`);
  return true;
}

function stalledReader(port: number, url: string, cookie: string): net.Socket {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  socket.pause();
  socket.write(`GET ${new URL(url).pathname} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`);
  return socket;
}
