import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pagesAsText } from '#test/pagesAsText.ts';
import { parseFountain } from '../fountain/parse.ts';
import { paginate } from './paginate.ts';

// A pair of x.fountain and x.pages.txt in fixtures/ is a case: the pages as they are printed, parted by form feeds.
const folder = path.join(import.meta.dirname, '../fixtures');
const names = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith('.pages.txt'))
  .map((name) => name.replace('.pages.txt', ''));

test.each(names)('%s is printed as its pages show', (name) => {
  const read = (ending: string) => fs.readFileSync(path.join(folder, `${name}${ending}`), 'utf8');
  const result = parseFountain(read('.fountain'));
  if (!result.ok) throw new Error(result.message);
  const { elements, format } = result.screenplay;
  expect(pagesAsText(paginate(elements, format))).toBe(read('.pages.txt'));
});

test('there are such pairs', () => {
  expect(names.length).toBeGreaterThan(0);
});
