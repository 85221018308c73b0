import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writePackage } from './package.ts';

/*
 * The packed package in an empty folder, as its users have it, under the Node that package.json
 * pins and under the Node of the machine. Its dependencies are those that are installed here.
 */

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-package-'));
const installed = path.join(folder, 'node_modules/cold-open');
const nightFerry = path.resolve('screenplay/fixtures/night-ferry.fountain');
const file = (name: string) => path.join(folder, name);

beforeAll(async () => {
  await writePackage(file('built'));
  const packed = run('npm', ['pack', './built', '--json']);
  const [{ filename }] = JSON.parse(packed.stdout);
  fs.mkdirSync(installed, { recursive: true });
  run('tar', ['xzf', filename, '-C', installed, '--strip-components=1']);
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(installed, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const link = path.join(folder, 'node_modules', name);
    fs.mkdirSync(path.dirname(link), { recursive: true });
    fs.symlinkSync(path.resolve('node_modules', name), link);
  }
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function run(command: string, args: string[], input?: string): SpawnSyncReturns<string> {
  return spawnSync(command, args, { cwd: folder, encoding: 'utf8', ...(input !== undefined && { input }) });
}

const nodes = [...new Set([process.execPath, 'node'])];

describe.each(nodes)('cold-open under %s', (node) => {
  const coldOpen = (args: string[], input?: string) =>
    run(node, [path.join(installed, 'cold-open.js'), ...args], input);
  const json = (args: string[]) => JSON.parse(coldOpen([...args, '--json']).stdout);

  test('prints its version and its help', () => {
    const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
    expect(coldOpen(['--version']).stdout).toBe(`${version}\n`);
    for (const name of ['convert', 'pages', 'check', 'diff']) {
      expect(coldOpen([]).stdout).toContain(name);
      expect(coldOpen([name, '--help']).stdout).toContain(`Usage: cold-open ${name} `);
    }
  });

  test('converts to each format, and back from those that hold the script', () => {
    const { scenes, pages } = json(['pages', nightFerry]);
    expect(scenes.length).toBeGreaterThan(1);
    for (const ending of ['pdf', 'fdx', 'fountain', 'docx', 'fadein', 'osf', 'html', 'epub', 'txt']) {
      const output = file(`ferry.${ending}`);
      const { status, stderr } = coldOpen(['convert', nightFerry, output]);
      expect([ending, status, stderr.includes('cold-open:')]).toEqual([ending, 0, false]);
      if (['epub', 'txt'].includes(ending)) continue;
      const again = json(['pages', output]);
      const headings = (list: { heading: string }[]) => list.map(({ heading }) => heading);
      expect([ending, headings(again.scenes)]).toEqual([ending, headings(scenes)]);
      if (ending !== 'html') expect([ending, again.pages]).toEqual([ending, pages]);
    }
  });

  test('reads standard input and writes standard output', () => {
    const { stdout, status } = coldOpen(
      ['convert', '-', '-', '--to', 'fountain'],
      'EXT. HARBOUR - NIGHT\n\nRain.\n',
    );
    expect([status, stdout]).toEqual([0, 'EXT. HARBOUR - NIGHT\n\nRain.\n']);
  });

  test('reports what a coordinator corrects, with exit code 1', () => {
    const script = 'EXT. HARBOUR - NIGHT #1#\n\nRain.\n\nINT. DECK - DAY #1#\n\nMARA\n\nint deck-night\n';
    const { stdout, status } = coldOpen(['check', '-', '--json'], script);
    const types = JSON.parse(stdout).problems.map(({ type }: { type: string }) => type);
    expect([status, types]).toEqual([1, expect.arrayContaining(['repeated-number'])]);
    expect(coldOpen(['check', '-'], 'EXT. HARBOUR - NIGHT\n\nRain on black water.\n').status).toBe(0);
  });

  test('lists what differs in two drafts of different formats, with exit code 1', () => {
    fs.writeFileSync(file('white.fountain'), 'EXT. HARBOUR - NIGHT\n\nRain on black water.\n');
    fs.writeFileSync(file('blue.fountain'), 'EXT. HARBOUR - NIGHT\n\nCold rain on black water.\n');
    coldOpen(['convert', 'white.fountain', 'white.fdx']);
    expect(coldOpen(['diff', 'white.fountain', 'white.fdx']).status).toBe(0);
    const { status, stdout } = coldOpen(['diff', 'white.fdx', 'blue.fountain']);
    expect([status, stdout]).toEqual([
      1,
      '--- white.fdx\n+++ blue.fountain\n1 scene changed. 1 element changed.\n\nPage 1\n- Rain on black water.\n+ Cold rain on black water.\n',
    ]);
    expect(json(['diff', 'white.fdx', 'blue.fountain']).changes).toEqual([
      {
        type: 'changed',
        before: { page: '1', text: 'Rain on black water.' },
        after: { page: '1', text: 'Cold rain on black water.' },
        details: [],
      },
    ]);
  });

  test.each([
    ['an unknown command', ['convrt'], 2, /no command "convrt"/],
    ['a missing argument', ['pages'], 2, /Usage: cold-open pages/],
    ['an unknown option', ['pages', 'a', '--fast'], 2, /--fast/],
    ['an unknown format', ['convert', nightFerry, 'a.xyz'], 2, /"xyz"\. Formats: pdf, fdx/],
    ['a missing file', ['pages', 'missing.fdx'], 3, /missing\.fdx cannot be read: no such file/],
    [
      'a folder that cannot be written',
      ['convert', nightFerry, 'none/a.fdx'],
      4,
      /none\/a\.fdx cannot be written/,
    ],
  ])('names %s in one line', (_what, args, exitCode, text) => {
    const { status, stdout, stderr } = coldOpen(args);
    expect([status, stdout]).toEqual([exitCode, '']);
    expect(stderr).toMatch(text);
    expect(stderr).not.toContain('    at ');
  });

  test('leaves the earlier file if the input cannot be read', () => {
    fs.writeFileSync(file('kept.fdx'), 'before');
    fs.writeFileSync(file('picture.fdx'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    expect(coldOpen(['convert', 'picture.fdx', 'kept.fdx']).status).toBe(3);
    expect(fs.readFileSync(file('kept.fdx'), 'utf8')).toBe('before');
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('runs the example of the library', () => {
    const example = /```js\n([\s\S]*?)```/.exec(fs.readFileSync('docs/library.md', 'utf8'))?.[1] ?? '';
    fs.writeFileSync(file('example.mjs'), example);
    coldOpen(['convert', nightFerry, 'draft.fdx']);
    const { status, stdout, stderr } = run(node, ['example.mjs']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('EXT. ');
    expect(fs.readFileSync(file('draft.pdf'), 'latin1').startsWith('%PDF-')).toBe(true);
  });
});

test('has types for the example of the library', () => {
  const example = /```js\n([\s\S]*?)```/.exec(fs.readFileSync('docs/library.md', 'utf8'))?.[1] ?? '';
  fs.writeFileSync(
    file('example.mts'),
    `${example}\n// @ts-expect-error: a format that does not exist\nwriteScriptFile('xyz', script);\n`,
  );
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck'];
  const types = ['--types', 'node', '--typeRoots', path.resolve('node_modules/@types')];
  const compiler = path.resolve('node_modules/typescript/bin/tsc');
  const { stdout, status } = run(process.execPath, [compiler, ...options, ...types, 'example.mts']);
  expect([stdout, status]).toEqual(['', 0]);
});

test('is small, because packages of others stay dependencies', () => {
  const bytes = fs
    .readdirSync(installed, { recursive: true, encoding: 'utf8' })
    .map((name) => fs.statSync(path.join(installed, name)))
    .filter((each) => each.isFile())
    .reduce((sum, { size }) => sum + size, 0);
  expect(bytes).toBeLessThan(1_500_000);
});
