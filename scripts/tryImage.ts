import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { followLoginLink } from '#shared/contract/auth.ts';
import { importScript } from '#shared/contract/importing.ts';
import { freePort } from '#test/ports.ts';

/*
 * Builds the image of a release and tries it: `node scripts/tryImage.ts [ARCHIVE]`. The server
 * starts in it, its health check passes, a person signs in and imports a script, and the script is
 * still there after a restart. No image is pulled: the base is made by mmdebstrap, and buildah runs
 * without a daemon, so it works inside a container. Needs root, some minutes and 5 GB.
 */

const programs = ['buildah', 'mmdebstrap'];
/** Packages of the base, beside the essential ones. */
const basePackages = 'libstdc++6,libatomic1,ca-certificates';
const user = '10001:10001';

async function main(): Promise<void> {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length > 0) {
    console.log(`NOT RUN: trying the image (${missing.join(' and ')} missing on this machine)`);
    return;
  }
  const archive = path.relative('.', process.argv[2] ?? newestRelease());
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-image-'));
  try {
    const image = buildImage(archive, folder);
    await tryServer(image, folder);
    console.log('The image works.');
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function newestRelease(): string {
  const folder = path.join('dist', 'release');
  const archives = fs.existsSync(folder)
    ? fs.readdirSync(folder).filter((name) => name.endsWith('.tar.gz'))
    : [];
  const [newest] = archives
    .map((name) => path.join(folder, name))
    .sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs);
  if (newest === undefined) throw new Error('There is no release in dist/release: run `npm run release`.');
  return newest;
}

/** Return the options of buildah that keep all it stores in one folder. */
function storageIn(folder: string): string[] {
  const at = (name: string) => path.join(folder, name);
  return ['--root', at('images'), '--runroot', at('run'), '--storage-driver', 'vfs'];
}

interface Image {
  buildah: (...args: string[]) => string;
  args: string[];
  name: string;
}

/** Make a base of Debian's packages, and the image of the release on it. */
function buildImage(archive: string, folder: string): Image {
  const args = storageIn(folder);
  const buildah = (...more: string[]) =>
    execFileSync('buildah', [...args, ...more], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 64 * 1024 * 1024,
    }).trim();
  const base = path.join(folder, 'base.tar');
  step('make the base', () =>
    execFileSync(
      'mmdebstrap',
      ['--quiet', '--variant=essential', `--include=${basePackages}`, 'bookworm', base],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    ),
  );
  step('store the base', () => {
    const container = buildah('from', 'scratch');
    buildah('add', '--quiet', container, base, '/');
    buildah('commit', '--quiet', '--rm', container, 'localhost/cold-open-base');
  });
  const name = 'localhost/cold-open';
  step('build the image', () =>
    buildah(
      ...[
        'build',
        '--quiet',
        '--format',
        'docker',
        '--isolation',
        'chroot',
        '--pull-never',
        '-f',
        'deploy/Containerfile',
        '-t',
        name,
      ],
      ...['--build-arg', 'BASE=localhost/cold-open-base', '--build-arg', `RELEASE=${archive}`],
      '.',
    ),
  );
  return { buildah, args, name };
}

function step(name: string, work: () => unknown): void {
  const start = Date.now();
  work();
  console.log(`${name}: ${Math.round((Date.now() - start) / 1000)} s`);
}

/** Start the server in a container twice, with the same data. */
async function tryServer({ buildah, args, name }: Image, folder: string): Promise<void> {
  const data = path.join(folder, 'data');
  fs.mkdirSync(data, { mode: 0o700 });
  fs.chownSync(data, 10001, 10001);
  const port = await freePort();
  const container = buildah('from', '--pull-never', name);
  const origin = `http://127.0.0.1:${port}`;
  const whileServed = <Result>(work: (link: () => string) => Promise<Result>) =>
    withServer({ args, container, data, port, origin }, work);
  const { cookie, id } = await whileServed(async (link) => {
    const session = await signIn(origin, link);
    const imported = await importNightFerry(origin, session);
    buildah('run', '--isolation', 'chroot', '--env', `PORT=${port}`, container, '/app/cold-open', 'health');
    return { cookie: session, id: imported };
  });
  await whileServed(async () => {
    const response = await fetch(`${origin}/api/projects/${id}`, { headers: { cookie } });
    if (response.status !== 200) throw new Error(`GET of the imported script answered ${response.status}`);
  });
}

interface Start {
  args: string[];
  container: string;
  data: string;
  port: number;
  origin: string;
}

/** Start the server, do the work with the link of the first start, and stop it in any case. */
async function withServer<Result>(
  { args, container, data, port, origin }: Start,
  work: (link: () => string) => Promise<Result>,
): Promise<Result> {
  const variables = { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: origin, DATA_DIR: '/data' };
  const env = Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const run = ['run', '--isolation', 'chroot', '--user', user, '--volume', `${data}:/data`, ...env];
  const server = spawn('buildah', [...args, ...run, container, '/app/cold-open', 'start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  server.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  try {
    const start = Date.now();
    while (!(await isReady(origin))) {
      if (server.exitCode !== null || Date.now() - start > 60_000)
        throw new Error(`The server in the image did not start:\n${output}`);
      await pause(200);
    }
    console.log(`ready after ${((Date.now() - start) / 1000).toFixed(1)} s`);
    return await work(() => /token=([\w-]+)/.exec(output)?.[1] ?? '');
  } finally {
    await stopServer(server);
  }
}

async function isReady(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/health/ready`).catch(() => null);
  return response?.status === 200;
}

/**
 * Stop the server. With this isolation, buildah kills it, so the next start also shows that nothing
 * is lost then.
 */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

/** Sign in by the link of the first start, which is printed after the server is ready. */
async function signIn(origin: string, link: () => string): Promise<string> {
  while (link() === '') await pause(50);
  const response = await fetch(`${origin}${followLoginLink.path}`, {
    method: followLoginLink.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: link() }),
  });
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith('sid='));
  if (cookie === undefined) throw new Error(`The sign-in answered ${response.status}`);
  return cookie.split(';', 1)[0] ?? '';
}

async function importNightFerry(origin: string, cookie: string): Promise<string> {
  const script = 'Title: Night Ferry\n\nINT. FERRY - NIGHT\n\nOlive waits.\n\nOLIVE\nNobody came.\n';
  const form = new FormData();
  form.append('scriptFile', new Blob([script]), 'night-ferry.fountain');
  const response = await fetch(`${origin}${importScript.path}`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  const { project, counts } = (await response.json()) as {
    project?: { id: string };
    counts?: { elements: number };
  };
  if (!project) throw new Error(`The import answered ${response.status}`);
  console.log(`imported ${counts?.elements} elements`);
  return project.id;
}

await main();
