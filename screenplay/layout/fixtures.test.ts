import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pagesAsText } from '#test/pagesAsText.ts';
import { parseFountain } from '../fountain/parse.ts';
import { paginate } from './paginate.ts';

// Each pair of x.fountain and x.pages.txt in fixtures/ is a case: the printed pages, separated by
// form feeds.
const folder = path.join(import.meta.dirname, '../fixtures');
const names = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith('.pages.txt'))
  .map((name) => name.replace('.pages.txt', ''));

test.each(names)('prints the pages of %s', (name) => {
  const read = (ending: string) => fs.readFileSync(path.join(folder, `${name}${ending}`), 'utf8');
  const result = parseFountain(read('.fountain'));
  if (!result.ok) throw new Error(result.message);
  const { elements, format } = result.screenplay;
  expect(pagesAsText(paginate(elements, format))).toBe(read('.pages.txt'));
});

test('finds at least one pair of files', () => {
  expect(names.length).toBeGreaterThan(0);
});
