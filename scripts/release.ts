import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * `npm run release`, run by the launcher after the web is built: an archive of the server for this
 * system and processor, with its packages and Node, which starts without network and without npm.
 * `--processor arm64` makes that of another processor, whose packages npm installs in a temporary
 * folder. Two releases of the same sources are equal byte by byte, which their checksums show.
 */

/** Files and folders that the server reads at run time. */
const contents = [
  ...['server', 'shared', 'screenplay', 'engines', 'dist/web', 'package.json'],
  ...['LICENSE', 'CHANGELOG.md', 'SECURITY.md', '.env.sample', 'docs/operating.md', 'deploy'],
];

interface LockedPackage {
  dev?: boolean;
}

/**
 * Return the folders of the packages that the server needs, of those that are installed in `root`.
 */
export function packagesToShip(lock: { packages: Record<string, LockedPackage> }, root = '.'): string[] {
  const shipped = Object.entries(lock.packages).filter(([folder, { dev }]) => folder !== '' && !dev);
  return shipped.map(([folder]) => folder).filter((folder) => fs.existsSync(path.join(root, folder)));
}

/**
 * Install the packages of another processor into a folder. No package of the server compiles
 * anything, so their scripts are not needed.
 */
export function installFor(processor: string, folder: string): void {
  fs.mkdirSync(folder);
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    fs.copyFileSync(file, path.join(folder, file));
  const target = [`--os=${process.platform}`, `--cpu=${processor}`];
  const flags = ['--omit=dev', '--ignore-scripts', ...target];
  execFileSync('npm', ['ci', ...flags], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Copy a folder without tests, and without packages inside of it, which are listed too. */
function copy(from: string, to: string): void {
  fs.cpSync(from, to, {
    recursive: true,
    filter: (file) => {
      const inside = path.relative(from, file);
      return (
        !/\.test\.tsx?$|(^|\/)testset(\/|$)/.test(inside) && !inside.split(path.sep).includes('node_modules')
      );
    },
  });
}

/** Write the archive and its checksum below `folder`. Returns the archive. */
export function writeRelease(folder: string, processor: string = process.arch): string {
  const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string };
  const name = `cold-open-${version}-${process.platform}-${processor}`;
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-release-'));
  try {
    const root = path.join(work, name);
    fs.mkdirSync(root);
    for (const each of contents) copy(each, path.join(root, each));
    const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
    const packages = processor === process.arch ? '.' : path.join(work, 'packages');
    if (packages !== '.') installFor(processor, packages);
    for (const each of packagesToShip(lock, packages)) copy(path.join(packages, each), path.join(root, each));
    fs.copyFileSync('deploy/cold-open', path.join(root, 'cold-open'));
    fs.chmodSync(path.join(root, 'cold-open'), 0o755);
    fs.mkdirSync(folder, { recursive: true });
    const archive = path.join(folder, `${name}.tar.gz`);
    pack(work, name, archive);
    const checksum = createHash('sha256').update(fs.readFileSync(archive)).digest('hex');
    fs.writeFileSync(`${archive}.sha256`, `${checksum}  ${path.basename(archive)}\n`);
    return archive;
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

/** Pack a folder. Order, times, owners and rights do not depend on the machine. */
function pack(work: string, name: string, archive: string): void {
  const flags = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  const rights = ['--mode=u+rw,go=rX', '--format=gnu'];
  const tar = path.join(work, 'release.tar');
  execFileSync('tar', ['-C', work, ...flags, ...rights, '-cf', tar, name]);
  execFileSync('gzip', ['-n', '-9', tar]);
  fs.copyFileSync(`${tar}.gz`, archive);
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { processor: { type: 'string' } },
    allowPositionals: true,
  });
  const archive = writeRelease(positionals[0] ?? 'dist/release', values.processor);
  const megabytes = (fs.statSync(archive).size / 1_048_576).toFixed(0);
  console.log(`${archive} (${megabytes} MB), with its checksum beside it.`);
}
