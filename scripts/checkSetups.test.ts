import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repeatedSetupsIn } from './checkSetups.ts';

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-setups-'));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

function setupsIn(sources: Record<string, string>) {
  for (const [file, source] of Object.entries(sources)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), source);
  }
  return repeatedSetupsIn(root, Object.keys(sources));
}

test('names the test files that start and close their own server or database', () => {
  const server = 'server = await anApp();\nafterAll(() => server.close());\n';
  const database = 'const { db, close } = await aDatabase();\nafterAll(close);\n';
  expect(setupsIn({ 'server/a.test.ts': server, 'test/b.test.ts': database })).toEqual([
    'server/a.test.ts',
    'test/b.test.ts',
  ]);
});

test('leaves out the files that use the fixtures, that are no tests of the server, or that are no tests', () => {
  const server = 'server = await anApp();\nafterAll(() => server.close());\n';
  expect(
    setupsIn({
      'server/a.test.ts': "import { test } from '#test/serverTest.ts';\n",
      'server/c.test.ts': `import { test } from '#test/serverTest.ts';\nsecond${server}`,
      'web/b.test.ts': server,
      'test/app.ts': server,
    }),
  ).toEqual([]);
});
