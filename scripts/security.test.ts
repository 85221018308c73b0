import fs from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Number of items of levels 1 and 2 in each chapter of ASVS 5.0. */
const itemsOfChapters: Record<number, number> = {
  ...{ 1: 27, 2: 11, 3: 19, 4: 10, 5: 9, 6: 34, 7: 18, 8: 7, 9: 7 },
  ...{ 10: 29, 11: 14, 12: 9, 13: 14, 14: 10, 15: 13, 16: 16, 17: 7 },
};

const text = fs.readFileSync('docs/security.md', 'utf8');
const rows = [...text.matchAll(/^\| (\d+)\.(\d+)\.(\d+) +\|([^|]*)\|([^|]*)\|$/gm)].map(
  ([, chapter = '', section = '', item = '', fact = '', where = '']) => ({
    ...{
      chapter: Number(chapter),
      id: `${chapter}.${section}.${item}`,
      fact: fact.trim(),
      where: where.trim(),
    },
  }),
);

describe('the table of docs/security.md', () => {
  test('lists items once, in order', () => {
    const ids = rows.map(({ id }) => id);
    const sorted = ids.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    expect(ids).toEqual([...new Set(sorted)]);
  });

  test('has no more items than the chapters of the standard', () => {
    const counts = Object.groupBy(rows, ({ chapter }) => chapter);
    for (const [chapter, items] of Object.entries(counts))
      expect([chapter, (items?.length ?? 0) <= (itemsOfChapters[Number(chapter)] ?? 0)]).toEqual([
        chapter,
        true,
      ]);
    expect(rows.length).toBeGreaterThan(150);
  });

  test('names only files that exist', () => {
    const files = rows.flatMap(({ where }) =>
      [...where.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, file]) => file),
    );
    expect(files.length).toBeGreaterThan(150);
    expect(files.filter((file) => !file?.startsWith('/api') && !fs.existsSync(file ?? ''))).toEqual([]);
  });

  test('gives evidence for each item, or says that it is open or elsewhere', () => {
    const without = rows.filter(
      ({ where, fact }) => where === '' && !/below|\*\*|see |no |Node|certificates|private/.test(fact),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });
});
