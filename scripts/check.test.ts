import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { crossingsIn, importsOf } from './checkImports.ts';
import { repeatedNamesIn } from './checkNames.ts';

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-check-'));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

/** A made-up tree: file → the specifiers it imports, one a line. */
function tree(files: Record<string, string[]>) {
  for (const [file, specifiers] of Object.entries(files)) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    const lines = specifiers.map((specifier) => `import type { X } from '${specifier}';\n`);
    fs.writeFileSync(path.join(root, file), lines.join(''));
  }
}

function crossings(files: Record<string, string[]>) {
  tree(files);
  return crossingsIn(root).map(({ file, line, imported }) => `${file}:${line} ${imported}`);
}

test('prints no permitted import', () => {
  expect(
    crossings({
      'screenplay/fdx/parse.ts': ['../element.ts', '#screenplay/format.ts', 'node-diff3'],
      'shared/contract/scenes.ts': ['zod', '../endpoint.ts', '#screenplay/element.ts'],
      'server/app.ts': ['./scenes/scenes.routes.ts', './comments/comments.routes.ts', 'fastify'],
      'engines/storyboard/scene.ts': ['./shot.ts', '#engines/storyboard/words.ts', '#screenplay/heading.ts'],
      'server/ai/builtin/drawPicture.ts': ['#engines/storyboard/storyboard.ts', '#engines/sound/sound.ts'],
      'server/db/client.ts': ['node:url', '#server/env.ts'],
      'server/lib/access.ts': ['#server/db/client.ts', '#shared/roles.ts'],
      'server/mail/outbox.ts': ['#server/db/schema/people.ts', 'nodemailer'],
      'server/jobs/all.ts': ['#server/voices/designVoice.job.ts'],
      'server/scenes/scenes.service.ts': [
        './scenes.queries.ts',
        '../comments/comments.service.ts',
        '#server/lib/errors.ts',
        '#server/storage/storage.ts',
      ],
      'web/routes.tsx': ['./projects/ProjectsScreen.tsx', './script/ScriptView.tsx'],
      'web/workspace/Workspace.tsx': ['../script/ScriptView.tsx'],
      'web/script/ScriptView.tsx': ['../characters/characters.data.ts', '../ui/Button.tsx', 'react'],
      'web/ui/Button.tsx': ['../lib/theme.ts', './button.module.css'],
      'web/ui/reorder/Sortable.tsx': ['../IconButton.tsx', '@dnd-kit/react'],
      'test/app.ts': ['#server/app.ts', '#web/lib/api.ts'],
      'server/scenes/scenes.test.ts': ['../comments/comments.queries.ts', '#test/app.ts'],
      'scripts/seed.ts': ['#test/world.ts'],
    }),
  ).toEqual([]);
});

test.each([
  ['screenplay/merge.ts', '#shared/errors.ts'],
  ['screenplay/merge.ts', 'node:fs'],
  ['screenplay/merge.ts', 'react'],
  ['engines/storyboard/scene.ts', '#shared/errors.ts'],
  ['server/scenes/scenes.service.ts', '#engines/storyboard/storyboard.ts'],
  ['server/ai/builtin/drawPicture.ts', '#engines/storyboard/scene.ts'],
  ['server/ai/builtin/doctorEngine.ts', '#engines/doctor/examine.ts'],
  ['engines/doctor/examine.ts', '#engines/sound/sound.ts'],
  ['shared/events.ts', '#server/db/client.ts'],
  ['shared/events.ts', '../web/lib/api.ts'],
  ['shared/events.ts', 'fastify'],
  ['server/scenes/scenes.service.ts', '../comments/comments.queries.ts'],
  ['server/scenes/scenes.routes.ts', '#server/comments/comments.routes.ts'],
  ['server/scenes/scenes.routes.ts', '#web/lib/api.ts'],
  ['server/scenes/scenes.routes.ts', '#test/db.ts'],
  ['server/mail/outbox.ts', '../auth/auth.service.ts'],
  ['server/mail/outbox.ts', '../storage/disk.ts'],
  ['server/lib/mount.ts', '../auth/auth.service.ts'],
  ['server/db/client.ts', '../lib/log.ts'],
  ['web/script/ScriptView.tsx', '#server/env.ts'],
  ['web/script/ScriptView.tsx', '../characters/CharacterCard.tsx'],
  ['web/script/ScriptView.tsx', 'node:path'],
  ['web/lib/api.ts', '../projects/projects.data.ts'],
  ['web/ui/Button.tsx', '#shared/roles.ts'],
  ['web/ui/Menu.tsx', '@dnd-kit/dom'],
  ['web/planning/PlanBoard.tsx', '@dnd-kit/react'],
  ['web/ui/reorder/Sortable.tsx', '#shared/roles.ts'],
])('%s may not import %s', (file, specifier) => {
  expect(crossings({ [file]: [specifier] })).toEqual([`${file}:1 ${specifier}`]);
});

test('importsOf returns every form of import with its line', () => {
  const source = [
    "import a from './a.ts';",
    'import {',
    '  type B,',
    "} from './b.ts';",
    "export type { C } from './c.ts';",
    "import './d.css';",
    "const e = await import('./e.ts');",
    "type F = import('./f.ts').F;",
    "// like import('./comment.ts')",
    'const g = "from nothing";',
    "export const h = 'not an import';",
  ].join('\n');
  expect(importsOf(source)).toEqual([
    { specifier: './a.ts', line: 1 },
    { specifier: './b.ts', line: 4 },
    { specifier: './c.ts', line: 5 },
    { specifier: './d.css', line: 6 },
    { specifier: './e.ts', line: 7 },
    { specifier: './f.ts', line: 8 },
  ]);
});

test('the command prints file and line of a crossing import and exits with 1', () => {
  tree({ 'shared/events.ts': ['zod', '#web/main.tsx'] });
  const ran = spawnSync(process.execPath, ['scripts/check.ts', root], { encoding: 'utf8' });
  expect(ran.status).toBe(1);
  expect(ran.stdout).toContain('shared/events.ts:2  imports #web/main.tsx');
});

test('the command prints a name that two files export, except for tests and benchmarks', () => {
  const files = {
    'server/scenes/scenes.queries.ts':
      'export async function findScenes() {}\nexport type SceneRow = string;\n',
    'web/scenes/SceneRow.tsx': 'export const SceneRow = 1;\nconst findScenes = 2;\n',
    'web/scenes/testing.tsx': 'export function findScenes() {}\n',
    'bench/list.ts': 'export async function run() {}\n',
    'bench/pdf.ts': 'export async function run() {}\n',
  };
  for (const [file, source] of Object.entries(files)) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), source);
  }
  expect(repeatedNamesIn(root)).toEqual([
    { name: 'SceneRow', files: ['server/scenes/scenes.queries.ts', 'web/scenes/SceneRow.tsx'] },
  ]);
});
