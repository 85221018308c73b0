import fs from 'node:fs';
import path from 'node:path';

/**
 * Licences that may be combined with AGPL-3.0-or-later. Copyleft is named here
 * because it asks for more than a notice: the sources of these packages, too.
 */
const permitted = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Zlib', 'Unlicense'],
  ...['BlueOak-1.0.0', 'CC0-1.0', 'CC-BY-4.0', 'Python-2.0', 'OFL-1.1', 'MPL-2.0', 'Bitstream-Vera'],
  ...['LGPL-2.0', 'LGPL-2.1', 'LGPL-2.1-or-later', 'LGPL-3.0', 'LGPL-3.0-only', 'LGPL-3.0-or-later'],
  ...['GPL-2.0-or-later', 'GPL-3.0', 'GPL-3.0-only', 'GPL-3.0-or-later', 'AGPL-3.0-or-later'],
]);

/**
 * Packages whose licence was read, because the lockfile has none or no SPDX expression. Each is a
 * licence of the list above, under another name.
 */
const readByHand: Record<string, string> = {
  busboy: 'MIT',
  dicer: 'MIT',
  streamsearch: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  'dictionary-en': 'MIT AND BSD-3-Clause',
  'dictionary-en-gb': 'MIT AND BSD-3-Clause',
  // Bitstream Vera: use, change and sell as part of other software.
  'dejavu-fonts-ttf': 'Bitstream-Vera',
};

export interface LicensedPackage {
  name: string;
  version: string;
  licence: string;
  /** Whether it is part of a release; others build or test it. */
  isShipped: boolean;
}

interface LockEntry {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** Return the packages of a lockfile with their licences; "unknown" if the lockfile has none. */
export function packagesIn(lockfile: { packages: Record<string, LockEntry> }): LicensedPackage[] {
  return Object.entries(lockfile.packages)
    .filter(([folder, { link }]) => folder !== '' && !link)
    .map(([folder, { version = '', license = 'unknown', dev }]) => ({
      name: folder.split('node_modules/').at(-1) ?? folder,
      ...{ version, licence: license, isShipped: !dev },
    }));
}

/** Return the packages whose licence is not permitted, or was not read. */
export function packagesToRead(packages: readonly LicensedPackage[]): LicensedPackage[] {
  return packages.filter(({ name, licence }) => !isPermitted(readByHand[name] ?? licence));
}

/** Return whether an SPDX expression permits use: any of its alternatives, all of its parts. */
export function isPermitted(expression: string): boolean {
  const bare = expression.replace(/[()]/g, '');
  return bare
    .split(/ OR /i)
    .some((choice) => choice.split(/ AND /i).every((licence) => permitted.has(licence.trim())));
}

/** Print the packages by licence, and the packages whose licence must be read. */
function main(): void {
  const packages = packagesIn(JSON.parse(fs.readFileSync('package-lock.json', 'utf8')));
  const byLicence = Map.groupBy(packages, ({ licence }) => licence);
  const lines = [...byLicence]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([licence, these]) => `## ${licence} (${these.length})\n\n${these.map(lineOf).join('\n')}\n`);
  const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string };
  const file = path.join('dist', 'release', `cold-open-${version}.licences.md`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `# Licences of the packages of Cold Open ${version}\n\n${lines.join('\n')}`);
  for (const [licence, { length }] of byLicence) console.log(`${String(length).padStart(5)}  ${licence}`);
  console.log(`${file}: ${packages.length} packages, those for development included`);
  const others = packagesToRead(packages);
  for (const { name, licence } of others) console.error(`${name}: the licence ${licence} must be read`);
  if (others.length > 0) process.exitCode = 1;
}

function lineOf({ name, version, isShipped }: LicensedPackage): string {
  return `- ${name} ${version}${isShipped ? '' : ' (development)'}`;
}

if (import.meta.main) main();
