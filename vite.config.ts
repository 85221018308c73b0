import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { callsWithoutSchemas } from './scripts/callsWithoutSchemas.ts';
import { compressedFiles } from './scripts/compressedFiles.ts';
import { fontSubsets } from './scripts/fontSubsets.ts';
import { inlineTheme } from './scripts/inlineTheme.ts';
import { landingPage } from './scripts/landingPage.ts';
import { serviceWorker } from './scripts/serviceWorker.ts';
import { withoutJsonSchemas } from './scripts/withoutJsonSchemas.ts';

/** `npm run dev` serves the web from here and hands every call to the server on its usual port. */
const server = `http://127.0.0.1:${process.env.PORT ?? 5000}`;

/** Modules that the script's page loads at once, with all that they import. */
const ofScript = /\/web\/(main|Screens|workspace\/Workspace|script\/script\.view|live\/LiveProject)\.tsx$/;

/** Modules that load the frame around its pages, once these are shown. */
const ofFrame = /\/web\/(workspace\/shellFrame|script\/scriptFrame)\.ts$/;

/** Small modules of the script's windows, which do not load all that the other screens share. */
const ofWindows = /\/web\/(ui\/Checkbox|scriptEditor\/keys\/keySets)\b/;

/** Forms and their library. */
const ofForms =
  /node_modules\/(react-hook-form|@hookform|@standard-schema)\/|\/web\/lib\/(useForm|formBody)\.ts/;

/** Schemas of the contract, and zod. */
const ofSchemas =
  /node_modules\/zod\/|\/shared\/(projectId|contract\/(?!(admin|beta|billing|dashboard|readingLinks|shares)\.)\w+)\.ts$/;

/** Return whether some modules need a module, apart from what they load by import(). */
function isNeededBy(modules: RegExp, id: string, context: Rolldown.ChunkingContext): boolean {
  const seen = new Set<string>();
  const queue = [id];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (modules.test(next)) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    queue.push(...(context.getModuleInfo(next)?.importers ?? []));
  }
  return false;
}

/**
 * Return the naming of a chunk of modules, with those that they need and the script's page does
 * not. Without the latter, the chunk and that of another screen would import each other, so that
 * one of them would run before its values are there.
 */
function nameFor(name: string, modules: RegExp) {
  return (id: string, context: Rolldown.ChunkingContext) => {
    if (modules.test(id)) return name;
    if (isNeededBy(ofScript, id, context) || isNeededBy(ofFrame, id, context)) return null;
    return isNeededBy(modules, id, context) ? name : null;
  };
}

/**
 * Few files, since each costs a browser milliseconds: what the first page of all needs, what the
 * script's page and other screens share, what its frame and other screens share, what only other
 * screens share, and one for each screen.
 */
const chunks = [
  // The sign-in page loads it and nothing else of the application, which loads it when somebody has signed out.
  { name: 'removeCopies', priority: 5, test: /\/web\/offlineCopy\/removeCopies\.ts/ },
  {
    name: 'clearOfflineData',
    priority: 5,
    test: /\/web\/(session\/askSession|offlineCopy\/clearOfflineData)\.ts/,
  },
  // What every page runs first: nothing else may be needed for it.
  {
    name: 'boot',
    priority: 4,
    test: /vite\/preload-helper|rolldown[/:]runtime|\/web\/(opening|screenCode|viewCode|lib\/(basePath|lazyModule|prefetch|connection|theme)|session\/(visitor|sessionChannel)|invite\/storedInvite|offlineCopy\/owner)\.ts|\/shared\/(basePath|headers|projectCode|views)\.ts/,
  },
  {
    name: 'base',
    priority: 3,
    test: /node_modules\/(react|react-dom|scheduler)\/|\/lucide-react\/dist\/esm\/(?!icons\/)|\/screenplay\/(element|elementTypes\/\w+)\.ts|\/web\/(lib|ui)\/(pageNavigation|media|pressable|Button|Spinner|PlainPage|Wordmark)\b|\/web\/(ErrorBoundary|ProblemPage|drawn)\.tsx/,
  },
  { name: 'landing', priority: 4, test: /\/web\/(landing\/(enliven|typing|loginHref)|startLanding)\.ts/ },
  {
    name: 'dragging',
    priority: 2,
    test: /node_modules\/(@dnd-kit|@preact)\/|\/web\/ui\/reorder\/(?!MoveItems|targets)/,
  },
  // Forms, which the script's page opens only in windows.
  { debugName: 'forms', name: nameFor('forms', ofForms), priority: 2 },
  // Schemas of the contract, which only forms need (scripts/callsWithoutSchemas.ts).
  { debugName: 'schemas', name: nameFor('schemas', ofSchemas), priority: 2 },
  // They come with the first of them.
  { name: 'toasts', priority: 2, test: /node_modules\/@radix-ui\/react-toast\/|\/web\/ui\/Toaster\b/ },
  {
    debugName: 'shared',
    name: (id: string, context: Rolldown.ChunkingContext) => {
      if (ofWindows.test(id) || isNeededBy(ofScript, id, context)) return 'shared';
      return isNeededBy(ofFrame, id, context) ? 'frame' : 'screens';
    },
    priority: 1,
    minShareCount: 2,
    test: /^(?!.*\/(web\/(idea|planning|scenes|outline|settings|characters(?!\/characters\.data)|admin|beta|landing|sharing|invite|account|billing)\/|shared\/credits\.|shared\/contract\/(admin|beta|billing|shares|readingLinks)\.))/,
  },
];

export default defineConfig({
  root: 'web',
  experimental: {
    // Files refer to each other relatively, so that a build works below any path. The server adds
    // the path to pages (server/lib/basePath.ts).
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  plugins: [
    react(),
    callsWithoutSchemas(),
    withoutJsonSchemas(),
    inlineTheme(),
    fontSubsets(),
    landingPage(),
    serviceWorker(),
    compressedFiles(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2024',
    assetsInlineLimit: 0,
    // Browsers of this target know it by themselves.
    modulePreload: { polyfill: false },
    // Which files a screen is made of (server/lib/openingLinks.ts).
    manifest: 'files.json',
    // The application, and two pages that the server fills in (server/auth/page.ts, server/reading/page.ts).
    rolldownOptions: {
      input: { app: 'web/index.html', signin: 'web/signin.html', reading: 'web/reading.html' },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: chunks } },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: server, ws: true }, '/uploads': server, '^/projects/[^/]+/reading$': server },
  },
});
