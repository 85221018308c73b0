import { expect, test } from 'vitest';
import type { ComparedRow } from '#screenplay/compare.ts';
import { foldUnchanged } from './folding.ts';

/** "==~=" as rows; the folded ones as [count], the others as their sign. */
function folded(signs: string, opened: number[] = []): string {
  const rows = [...signs].map(
    (sign): ComparedRow => ({
      type: sign === '=' ? 'same' : 'changed',
      before: null,
      after: null,
      runs: null,
    }),
  );
  return foldUnchanged(rows, new Set(opened))
    .map((item) => ('fold' in item ? `[${item.fold.count}]` : item.row.type === 'same' ? '=' : '~'))
    .join('');
}

test.each([
  ['', ''],
  ['~', '~'],
  ['==', '=='],
  ['===', '[3]'],
  ['~=~', '~=~'],
  ['~====~', '~====~'],
  ['~=====~', '~=[3]=~'],
  ['====~', '[3]=~'],
  ['~====', '~=[3]'],
  ['~~======~==========', '~~=[4]=~=[9]'],
])('%s is shown as %s', (rows, shown) => {
  expect(folded(rows)).toBe(shown);
});

test('a stretch that was opened stays open, the others folded', () => {
  expect(folded('~=====~=====~', [2])).toBe('~=====~=[3]=~');
});
