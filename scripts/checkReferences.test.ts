import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brokenReferencesIn } from './checkReferences.ts';

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-references-'));
  write({
    'docs/spec/settled.md': '# Settled\n\n## OQ-51 Headings\n\nText.\n',
    'docs/spec/script.md': '# The script\n',
    'docs/decisions/0003-sign-in-by-code-and-link-by-invitation.md': '# 3\n',
  });
});
afterEach(() => fs.rmSync(root, { recursive: true }));

function write(files: Record<string, string>) {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
}

function broken(files: Record<string, string>) {
  write(files);
  return brokenReferencesIn(root).map(({ file, line, reference }) => `${file}:${line} ${reference}`);
}

test('prints no reference to an existing file', () => {
  expect(
    broken({
      'screenplay/scenes.ts': [
        '/** A stretch (decision OQ-51, docs/spec/script.md). */',
        '// See docs/decisions/0003, and docs/decisions/0003-sign-in-by-code-and-link-by-invitation.md.',
        '// All of docs/spec.',
        "const sign = '§ 5';",
        "const shown = 'notes.md';",
      ].join('\n'),
      'docs/architecture.md': 'In `screenplay/`, `screenplay/scenes.ts` and `screenplay/*.ts`.\n',
      'docs/adding.md': 'In `scenes.ts` beside it, and `x.routes.ts`.\n',
      'bench/README.md': 'See [the script](../docs/spec/script.md) and https://example.org/api.md.\n',
      'docs/spec/idea.md': 'See [settled](settled.md), OQ-51.\n',
      'README.md': 'See bench/README.md.\n',
    }),
  ).toEqual([]);
});

test.each([
  ['screenplay/a.ts', '/** So it is (decision OQ-52). */', 'OQ-52'],
  ['screenplay/a.test.ts', "test('as OQ-52 says', () => {});", 'OQ-52'],
  ['web/a.css', '/* docs/spec/colours.md */', 'docs/spec/colours.md'],
  ['docs/operating.md', 'See docs/decisions/0004.', 'docs/decisions/0004'],
  ['docs/operating.md', 'See [this](spec/none.md).', 'spec/none.md'],
  ['docs/operating.md', 'See [this](../../elsewhere.md).', '../../elsewhere.md'],
  ['docs/adding.md', 'See `server/gone.ts`.', 'server/gone.ts'],
  ['docs/adding.md', 'See `gone.ts` beside it.', 'gone.ts'],
  ['server/a.ts', '// The answer is that of api.md.', 'api.md'],
  ['server/a.ts', 'const five = 5; // spec workspace §5', 'workspace §5'],
  ['server/a.ts', '/** Spec platform says so. */', 'Spec platform'],
])('%s is printed for %s', (file, text, reference) => {
  expect(broken({ [file]: `\n${text}\n` })).toContain(`${file}:2 ${reference}`);
});

test('the command prints file and line of a broken reference and exits with 1', () => {
  write({ 'shared/events.ts': '// decision OQ-52\n' });
  const ran = spawnSync(process.execPath, ['scripts/check.ts', root], { encoding: 'utf8' });
  expect(ran.status).toBe(1);
  expect(ran.stdout).toContain('shared/events.ts:1  refers to OQ-52');
});
