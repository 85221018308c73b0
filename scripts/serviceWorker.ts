import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { BuildFiles } from '#web/offline/program.ts';

/**
 * Sources of the screen that opens without a connection, and of the list that links to it
 * (docs/decisions/0047).
 */
const coreSources = [
  'boot.ts',
  'main.tsx',
  'Screens.tsx',
  'workspace/Workspace.tsx',
  'script/ScriptView.tsx',
  'live/LiveProject.tsx',
  // Loaded by the first change that reaches an open line.
  'scriptEditor/verbs/mergeRemoteText.ts',
];
const laterSources = ['projects/ProjectManager.tsx'];
/** Fonts of web/fonts.css in the frame and on the pages. */
const coreFaces = /(instrument-sans|newsreader-normal|courier-prime-.*)-core-.*\.woff2$/;
/** Files that index.html names by one name in every build. */
const unhashed = ['theme.js', 'favicon.svg'];
/** Nobody fetches more than this before they need it. */
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
    // Before what is written is compressed.
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
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
  const chunkOf = (source: string) => {
    const id = path.join(root, source);
    const found = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(id));
    if (!found) throw new Error(`The build has no file of ${source}`);
    return found.fileName;
  };
  /**
   * Files that list screens import each of them on demand (web/opening.ts): those imports are no
   * part of the script screen.
   */
  const openers = new Set(
    ['opening.ts', 'screenCode.ts', 'viewCode.ts', 'routes.tsx', 'boot.ts'].map(chunkOf),
  );
  const openedBy = (name: string) => (openers.has(name) ? [] : (chunks.get(name)?.dynamicImports ?? []));
  const withImports = (names: Iterable<string>, alsoOpened = false): Set<string> => {
    const found = new Set<string>();
    const queue = [...names];
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      const chunk = chunks.get(name);
      if (!chunk || found.has(name)) continue;
      found.add(name);
      queue.push(...chunk.imports, ...(alsoOpened ? openedBy(name) : []));
    }
    return found;
  };
  const core = withImports(coreSources.map(chunkOf));
  const windows = [...core].flatMap(openedBy);
  const later = withImports([...windows, ...laterSources.map(chunkOf)]);
  const own = withImports([...core, ...later], true);

  const withStyles = (names: Iterable<string>) =>
    [...names].flatMap((name) => [name, ...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
  const fonts = Object.keys(bundle).filter((name) => coreFaces.test(name));
  const coreFiles = unique([...withStyles(core), ...fonts]);
  const isSmall = (name: string) => {
    const file = bundle[name];
    const size = file?.type === 'chunk' ? file.code.length : (file?.source.length ?? 0);
    return size <= maxLaterBytes;
  };
  const laterFiles = unique(withStyles(later)).filter((name) => !coreFiles.includes(name) && isSmall(name));
  const allFonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'));
  const ownFiles = unique([...coreFiles, ...laterFiles, ...withStyles(own), ...allFonts]);
  const version = shortHash(Buffer.from([pageHash, ...ownFiles, ...others].join('\n')));
  const addresses = (names: readonly string[]) => names.map((name) => `/${name}`);
  return {
    version,
    boot: `/${chunkOf('boot.ts')}`,
    core: [...addresses(coreFiles), ...others],
    later: addresses(laterFiles),
    own: [...addresses(ownFiles), ...others],
  };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

function shortHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 10);
}

/** One file without imports, which every browser takes as a worker. */
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
