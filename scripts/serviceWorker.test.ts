import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { programOf } from './serviceWorker.ts';

interface GivenChunk {
  of: string[];
  imports?: string[];
  opens?: string[];
  css?: string[];
  size?: number;
}

/** A build, in small. */
function aBundle(given: Record<string, GivenChunk>): Rolldown.OutputBundle {
  const chunks = Object.entries(given).map(
    ([fileName, { of, imports = [], opens = [], css = [], size = 10 }]) => [
      fileName,
      {
        ...{ type: 'chunk', fileName, imports, dynamicImports: opens },
        moduleIds: of.map((source) => `/web/${source}`),
        code: ' '.repeat(size),
        viteMetadata: { importedCss: new Set(css) },
      },
    ],
  );
  const fonts = ['courier-prime-400-normal-core-1.woff2', 'courier-prime-400-normal-latin-ext-1.woff2'];
  const assets = fonts.map((name) => [name, { type: 'asset', fileName: name, source: '' }]);
  return Object.fromEntries([...chunks, ...assets]);
}

const bundle = aBundle({
  'app.js': { of: ['boot.ts'], imports: ['boot.js'], opens: ['main.js', 'landing.js'] },
  'boot.js': {
    of: ['opening.ts', 'screenCode.ts', 'viewCode.ts'],
    opens: ['Screens.js', 'Admin.js', 'Manager.js'],
  },
  'main.js': { of: ['main.tsx'], imports: ['base.js'] },
  'base.js': { of: ['ui/Button.tsx'], css: ['base.css'] },
  'Screens.js': { of: ['Screens.tsx', 'routes.tsx'], opens: ['Paid.js'] },
  'Workspace.js': { of: ['workspace/Workspace.tsx'] },
  'Shell.js': { of: ['workspace/shellFrame.ts'] },
  'Frame.js': { of: ['script/scriptFrame.ts'] },
  'Script.js': { of: ['script/ScriptView.tsx'], imports: ['base.js'], opens: ['Keys.js', 'Export.js'] },
  'Live.js': { of: ['live/LiveProject.tsx'] },
  'Problems.js': { of: ['script/problems/EditingProblems.tsx'], imports: ['shared.js'] },
  'shared.js': { of: ['ui/Dialog.tsx'], size: 200_000 },
  'toasts.js': { of: ['ui/Toaster.tsx'] },
  'Keys.js': { of: ['script/keys/KeysDialog.tsx'], css: ['Keys.css'] },
  'Export.js': { of: ['script/tableRead/EditorExportRead.tsx'], size: 200_000, opens: ['Encode.js'] },
  'Encode.js': { of: ['lib/encode.ts'] },
  'Manager.js': { of: ['projects/ProjectManager.tsx'] },
  'Admin.js': { of: ['admin/AdminScreens.tsx'] },
  'Paid.js': { of: ['billing/PaymentReturn.tsx'] },
  'landing.js': { of: ['startLanding.ts'] },
});

const program = programOf(bundle, '/web', ['/favicon.svg?abc'], 'page');

test("caches the script screen's files, their styles and the fonts of its pages first", () => {
  expect(program.boot).toBe('/app.js');
  expect([...program.core].sort()).toEqual(
    [
      ...[
        '/app.js',
        '/boot.js',
        '/main.js',
        '/base.js',
        '/base.css',
        '/Screens.js',
        '/Workspace.js',
        '/Shell.js',
        '/Frame.js',
      ],
      ...['/Script.js', '/Live.js', '/courier-prime-400-normal-core-1.woff2', '/favicon.svg?abc'],
    ].sort(),
  );
});

test('programOf then lists dialogs and the project list, but nothing large except what works offline', () => {
  expect([...program.later].sort()).toEqual(
    ['/Keys.css', '/Keys.js', '/Manager.js', '/Problems.js', '/shared.js', '/toasts.js'].sort(),
  );
});

test('caches large files and dialogs after their first use, and no other screens', () => {
  for (const file of ['/Export.js', '/Encode.js', '/courier-prime-400-normal-latin-ext-1.woff2'])
    expect(program.own).toContain(file);
  for (const file of ['/Admin.js', '/Paid.js', '/landing.js']) expect(program.own).not.toContain(file);
});

test('another page or another file is another version', () => {
  expect(programOf(bundle, '/web', ['/favicon.svg?abc'], 'page').version).toBe(program.version);
  expect(programOf(bundle, '/web', ['/favicon.svg?abc'], 'other').version).not.toBe(program.version);
  expect(programOf(bundle, '/web', ['/favicon.svg?def'], 'page').version).not.toBe(program.version);
});

test('programOf rejects a build without the script screen', () => {
  expect(() => programOf(aBundle({}), '/web', [], 'page')).toThrow('no file of');
});
