import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** Fields in which text is typed, from their tag to its end. */
const fields = /<(?:input|textarea|EditableText)\b[\s\S]*?\/>/g;

/*
 * The spelling check of a browser may send text to a service. Ours is web/script/spelling/.
 */
test('fields of script text switch the spelling check of browsers off', async () => {
  const files = new Set<string>();
  const unsafe: string[] = [];
  for await (const file of glob('web/scriptEditor/**/*.tsx')) {
    if (file.endsWith('.test.tsx')) continue;
    const source = await readFile(file, 'utf8');
    for (const [field] of source.matchAll(fields)) {
      if (/type="(?:radio|checkbox)"/.test(field)) continue;
      files.add(file);
      if (!field.includes('spellCheck={false}')) unsafe.push(file);
    }
  }
  expect(unsafe).toEqual([]);
  expect([...files].sort()).toEqual([
    'web/scriptEditor/field/LiveField.tsx',
    'web/scriptEditor/find/FindRow.tsx',
    'web/scriptEditor/find/ReplaceRow.tsx',
    'web/scriptEditor/selectionView/SelectionSink.tsx',
  ]);
});
