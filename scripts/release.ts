import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * `npm run release`, run by the launcher after the web is built: an archive of the server for this
 * system and processor, with its packages and Node, which starts without network and without npm.
 * Two releases of the same sources are equal byte by byte, which their checksums show.
 */

/** Files and folders that the server reads at run time. */
const contents = [
  ...['server', 'shared', 'screenplay', 'engines', 'dist/web', 'package.json'],
  ...['LICENSE', 'CHANGELOG.md', 'SECURITY.md', '.env.sample', 'docs/operating.md', 'deploy'],
];

interface LockedPackage {
  dev?: boolean;
}

/** Return the folders of the packages that the server needs, of those that are installed here. */
export function packagesToShip(lock: { packages: Record<string, LockedPackage> }): string[] {
  const shipped = Object.entries(lock.packages).filter(([folder, { dev }]) => folder !== '' && !dev);
  return shipped.map(([folder]) => folder).filter((folder) => fs.existsSync(folder));
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
export function writeRelease(folder: string): string {
  const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string };
  const name = `cold-open-${version}-${process.platform}-${process.arch}`;
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-release-'));
  try {
    const root = path.join(work, name);
    fs.mkdirSync(root);
    for (const each of contents) copy(each, path.join(root, each));
    const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
    for (const each of packagesToShip(lock)) copy(each, path.join(root, each));
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
  const archive = writeRelease(process.argv[2] ?? 'dist/release');
  const megabytes = (fs.statSync(archive).size / 1_048_576).toFixed(0);
  console.log(`${archive} (${megabytes} MB), with its checksum beside it.`);
}
