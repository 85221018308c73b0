import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { secondWaysIn, unusedWaysIn } from './checkSingleWays.ts';

function secondWays(files: Record<string, string>): string[] {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-single-ways-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
    return secondWaysIn(root).map(({ file }) => file);
  } finally {
    fs.rmSync(root, { recursive: true });
  }
}

describe('secondWaysIn', () => {
  test('reports a file that changes a cache by itself', () => {
    const code = "client.setQueryData(['projects'], []);\n";
    expect(
      secondWays({
        'web/outline/outline.data.ts': code,
        'web/lib/listCache.ts': code,
        'web/outline/testing.tsx': code,
        'web/outline/OutlineScreen.test.tsx': code,
        'server/cache.ts': code,
      }),
    ).toEqual(['web/outline/outline.data.ts']);
  });

  test.each([
    '<li onPointerMove={follow} />',
    '<li draggable onDragStart={lift} />',
    "document.addEventListener('pointermove', follow);",
    "list.addEventListener('touchmove', follow);",
    "list.addEventListener('dragover', follow);",
  ])('reports %j outside of the reorder engine', (code) => {
    expect(secondWays({ 'web/planning/drag.tsx': code, 'web/ui/reorder/drag.tsx': code })).toEqual([
      'web/planning/drag.tsx',
    ]);
  });

  test('does not report a press without moves', () => {
    expect(secondWays({ 'web/ui/Menu.tsx': '<button onPointerDown={open} />' })).toEqual([]);
  });
});

test('unusedWaysIn finds no permission that can be taken away', () => {
  expect(unusedWaysIn('.')).toEqual([]);
});
