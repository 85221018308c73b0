import { expect, test } from 'vitest';
import { foldUnchanged } from './folding.ts';

/** Fold rows given by signs ("==~="); return folded rows as [count], the others as signs. */
function folded(signs: string, opened: number[] = []): string {
  const rows = [...signs].map((sign) => ({ type: sign === '=' ? ('same' as const) : ('changed' as const) }));
  return foldUnchanged(rows, new Set(opened))
    .map((item) => ('fold' in item ? `[${item.fold.count}]` : rows[item.row]?.type === 'same' ? '=' : '~'))
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
])('foldUnchanged shows %s as %s', (rows, shown) => {
  expect(folded(rows)).toBe(shown);
});

test('keeps an opened range open, and the others folded', () => {
  expect(folded('~=====~=====~', [2])).toBe('~=====~=[3]=~');
});
