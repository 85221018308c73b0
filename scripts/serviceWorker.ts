import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { BuildFiles } from '#web/offline/program.ts';

/**
 * Sources of the screen that is available offline, and of the project list that links to it
 * (docs/decisions/0047).
 */
const coreSources = [
  'boot.ts',
  'main.tsx',
  'Screens.tsx',
  'workspace/Workspace.tsx',
  'workspace/shellFrame.ts',
  'script/ScriptView.tsx',
  'script/scriptFrame.ts',
  'live/LiveProject.tsx',
];
const laterSources = ['projects/ProjectManager.tsx'];
/** Dialogs that open without a connection, and toasts; their files may be of any size. */
const offlineSources = ['script/problems/EditingProblems.tsx', 'ui/Toaster.tsx'];
const listsOfScreens = ['opening.ts', 'screenCode.ts', 'viewCode.ts', 'routes.tsx', 'boot.ts'];
/** Fonts of web/fonts.css that the frame and the pages use. */
const coreFaces = /(instrument-sans|newsreader-normal|courier-prime-.*)-core-.*\.woff2$/;
/** Files without a content hash in their names, which index.html refers to. */
const unhashed = ['favicon.svg'];
/** Maximum bytes that are cached in advance of their use. */
const maxLaterBytes = 100_000;

/**
 * Write the service worker of a build with the list of its cached files, and add content hashes to
 * unhashed file names in the pages, so that a cached file always matches its page.
 */
export function serviceWorker(): Plugin {
  let folder = '';
  let root = '';
  const named = new Map<string, string>();
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = path.resolve(config.root, config.build.outDir);
    },
    async buildStart() {
      for (const file of unhashed)
        named.set(`/${file}`, `/${file}?${shortHash(await fs.readFile(path.join(root, 'public', file)))}`);
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        let page = html;
        for (const [plain, full] of named) page = page.replaceAll(`"${plain}"`, `"${full}"`);
        return page;
      },
    },
    // Run before the files are compressed.
    async writeBundle(_options, bundle) {
      const index = await fs.readFile(path.join(folder, 'index.html'));
      const program = programOf(bundle, root, [...named.values()], shortHash(index));
      await fs.writeFile(path.join(folder, 'service-worker.js'), await codeFor(program));
    },
  };
}

/**
 * Return the files of a build that the script screen needs. `others`: additional addresses of its
 * page.
 */
export function programOf(
  bundle: Rolldown.OutputBundle,
  root: string,
  others: readonly string[],
  pageHash: string,
): BuildFiles {
  const chunks = new BundleChunks(bundle, root);
  const namesOf = (sources: readonly string[]) => sources.map((source) => chunks.nameOf(source));
  const core = chunks.withImports(namesOf(coreSources));
  const windows = [...core].flatMap((name) => chunks.openedBy(name));
  const needed = chunks.withImports(namesOf(offlineSources));
  const later = chunks.withImports([...needed, ...windows, ...namesOf(laterSources)]);
  const own = chunks.withImports([...core, ...later], true);

  const fonts = Object.keys(bundle).filter((name) => coreFaces.test(name));
  const coreFiles = unique([...chunks.withStyles(core), ...fonts]);
  const laterFiles = unique(chunks.withStyles(later)).filter(
    (name) => !coreFiles.includes(name) && (needed.has(name) || sizeOf(bundle[name]) <= maxLaterBytes),
  );
  const allFonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'));
  const ownFiles = unique([...coreFiles, ...laterFiles, ...chunks.withStyles(own), ...allFonts]);
  const addresses = (names: readonly string[]) => names.map((name) => `/${name}`);
  return {
    version: shortHash(Buffer.from([pageHash, ...ownFiles, ...others].join('\n'))),
    boot: `/${chunks.nameOf('boot.ts')}`,
    core: [...addresses(coreFiles), ...others],
    later: addresses(laterFiles),
    own: [...addresses(ownFiles), ...others],
  };
}

/** Code files of a build, with their imports and styles. */
class BundleChunks {
  readonly #chunks: ReadonlyMap<string, Rolldown.OutputChunk>;
  readonly #root: string;
  /**
   * Files that load every screen on demand (web/opening.ts). Those imports are not part of the
   * script screen.
   */
  readonly #openers: ReadonlySet<string>;

  constructor(bundle: Rolldown.OutputBundle, root: string) {
    this.#chunks = new Map(
      Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
    );
    this.#root = root;
    this.#openers = new Set(listsOfScreens.map((source) => this.nameOf(source)));
  }

  /** Return the name of the file that contains a source. */
  nameOf(source: string): string {
    const id = path.join(this.#root, source);
    const found = [...this.#chunks.values()].find(({ moduleIds }) => moduleIds.includes(id));
    if (!found) throw new Error(`The build has no file of ${source}`);
    return found.fileName;
  }

  /** Return the names of the files that a file imports on demand. */
  openedBy(name: string): readonly string[] {
    return this.#openers.has(name) ? [] : (this.#chunks.get(name)?.dynamicImports ?? []);
  }

  /** Return files with everything that they import, and on request what they import on demand. */
  withImports(names: Iterable<string>, alsoOpened = false): Set<string> {
    const found = new Set<string>();
    const queue = [...names];
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      const chunk = this.#chunks.get(name);
      if (!chunk || found.has(name)) continue;
      found.add(name);
      queue.push(...chunk.imports, ...(alsoOpened ? this.openedBy(name) : []));
    }
    return found;
  }

  withStyles(names: Iterable<string>): string[] {
    return [...names].flatMap((name) => [name, ...(this.#chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
  }
}

function sizeOf(file: Rolldown.OutputBundle[string] | undefined): number {
  return file?.type === 'chunk' ? file.code.length : (file?.source.length ?? 0);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

function shortHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 10);
}

/**
 * Return the worker's code as one file without imports, because not every browser supports modules
 * in service workers.
 */
async function codeFor(program: BuildFiles): Promise<string> {
  const made = await build({
    root: 'web',
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { builtProgram: JSON.stringify(program) },
    build: {
      write: false,
      target: 'es2024',
      modulePreload: false,
      rolldownOptions: {
        input: 'web/offline/serviceWorker.ts',
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  if (Array.isArray(made) || !('output' in made)) throw new Error('The service worker was not built at once');
  const [chunk] = made.output;
  return chunk.code;
}
