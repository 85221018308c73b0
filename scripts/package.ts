import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
import { courier, fallbacks } from '#server/exporting/pdf/catalogue.ts';

/**
 * `npm run package`: the command line and the library as a package that runs without the server
 * and without this repository (docs/cli.md, docs/library.md). Node does not read TypeScript of
 * installed packages, so that our code is bundled; packages of others stay dependencies.
 */

interface RootPackage {
  version: string;
  license: string;
  dependencies: Record<string, string>;
}

/** Entry files of the package. */
const entries = { 'cold-open': 'cli/main.ts', index: 'cli/library.ts' };
/** Files of the repository that the package contains, with their names there. */
const texts = { 'docs/cli.md': 'README.md', 'docs/library.md': 'LIBRARY.md', LICENSE: 'LICENSE' };
/** Bundled, because it adds what older versions of Node lack before anything else runs. */
const bundledPackages = /^core-js\//;
/** Loaded by the path of a file in it, not by an import. */
const fontFiles = [courier, ...fallbacks].flatMap(({ files }) => files);

/** Write the package below `folder`, which is emptied. Returns the names of its files. */
export async function writePackage(folder: string): Promise<string[]> {
  const root = JSON.parse(fs.readFileSync('package.json', 'utf8')) as RootPackage;
  fs.rmSync(folder, { recursive: true, force: true });
  const imported = await bundle(folder);
  writeTypes(path.join(folder, 'types'));
  const names = new Set([...imported, ...fontFiles].map(packageOf));
  const description = {
    ...{ name: 'cold-open', version: root.version, license: root.license, type: 'module' },
    description: 'Convert, paginate and check screenplays: FDX, Fountain, PDF, Word and others.',
    bin: { 'cold-open': './cold-open.js' },
    exports: {
      '.': { types: './types/cli/library.d.ts', default: './index.js' },
      './package.json': './package.json',
    },
    // Only the types import these.
    imports: Object.fromEntries(
      ['screenplay', 'server', 'shared'].map((name) => [`#${name}/*.ts`, `./types/${name}/*.d.ts`]),
    ),
    engines: { node: '>=20.10' },
    dependencies: Object.fromEntries([...names].sort().map((name) => [name, versionOf(root, name)])),
  };
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  for (const [file, name] of Object.entries(texts)) fs.copyFileSync(file, path.join(folder, name));
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

/** Bundle our code. Returns what it imports from packages. */
async function bundle(folder: string): Promise<Set<string>> {
  const build = await rolldown({
    input: entries,
    platform: 'node',
    external: (id) => /^[\w@]/.test(id) && !path.isAbsolute(id) && !isOwn(id),
    transform: { target: 'node20' },
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await build.close();
  const chunks = output.filter((each): each is OutputChunk => each.type === 'chunk');
  const files = new Set(chunks.map(({ fileName }) => fileName));
  const imports = chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]);
  return new Set(imports.filter((id) => !files.has(id) && !id.startsWith('node:')));
}

/** Write the types of the library: those of its entry file and of what these refer to. */
function writeTypes(folder: string): void {
  const compiler = 'node_modules/typescript/bin/tsc';
  execFileSync(process.execPath, [
    compiler,
    '-p',
    'cli/tsconfig.types.json',
    '--outDir',
    path.resolve(folder),
  ]);
  const needed = new Set<string>();
  const add = (file: string) => {
    if (needed.has(file)) return;
    needed.add(file);
    const text = fs.readFileSync(path.join(folder, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(/(?:from |import\()'([#.][^']+)\.ts'/g))
      add(
        specifier.startsWith('#')
          ? `${specifier.slice(1)}.d.ts`
          : `${path.posix.join(path.posix.dirname(file), specifier)}.d.ts`,
      );
  };
  add('cli/library.d.ts');
  for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.d.ts') && !needed.has(file)) fs.rmSync(path.join(folder, file));
}

function isOwn(id: string): boolean {
  return Object.values(entries).includes(id) || bundledPackages.test(id);
}

/** Return the name of the package in an import, such as "@scope/name" of "@scope/name/file.js". */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function versionOf(root: RootPackage, name: string): string {
  const version = root.dependencies[name];
  if (version === undefined) throw new Error(`The package imports ${name}, which is not a dependency.`);
  return version;
}

if (import.meta.main) {
  const files = await writePackage('dist/package');
  console.log(`dist/package has ${files.length} files. Install it with: npm install ./dist/package`);
}
