import { expect, test } from 'vitest';
import { findIn } from '#screenplay/find.ts';
import { scriptRows } from '#test/scriptRows.ts';
import { createRangeFilter, rangeToFind } from './within.ts';

const rowsOf = (...texts: string[]) =>
  scriptRows(texts.map((content) => ({ elementType: 'action', content }) as const)).elements;

const same = (id: number) => id;

test('searches only the selection, from its first letter to its last', () => {
  const rows = rowsOf('deck deck', 'A deck.', 'deck deck deck');
  // A backward selection, from the second word of the last element to the second word of the first.
  const range = rangeToFind(rows, { anchor: { id: 3, offset: 9 }, head: { id: 1, offset: 5 } });
  if (!range) throw new Error('Nothing is selected');
  const found = (list: typeof rows) =>
    findIn(list, 'deck', {})
      .filter(createRangeFilter(list, range, same))
      .map(({ elementId, start }) => [elementId, start]);
  expect(found(rows)).toEqual([
    [1, 5],
    [2, 2],
    [3, 0],
    [3, 5],
  ]);
  const longer = rowsOf('deck deck', 'A deck.', 'quarterdeck deck deck');
  expect(found(longer).slice(2)).toEqual([
    [3, 7],
    [3, 12],
  ]);
  expect(found(rows.slice(1))).toHaveLength(4);
});
