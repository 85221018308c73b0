import { describe, expect, test } from 'vitest';
import { changedRows, closeGaps, insertAmongSiblings, isWholeOrder, renumberDensely } from './denseOrder.ts';

const row = (id: number, orderIndex: number) => ({ id, orderIndex });
const three = [row(1, 0), row(2, 1), row(3, 2)];
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

describe('renumberDensely', () => {
  test('numbers rows from 0 and reuses rows with the right number', () => {
    const rows = renumberDensely([row(1, 0), row(3, 7), row(2, 1)]);
    expect(rows).toEqual([row(1, 0), row(3, 1), row(2, 2)]);
    expect(renumberDensely(rows)[0]).toBe(rows[0]);
  });
});

describe('closeGaps', () => {
  test('removes gaps and duplicates in the current order, ties by id', () => {
    expect(closeGaps([row(4, 9), row(2, 3), row(1, 3), row(3, 0)])).toEqual([
      row(3, 0),
      row(1, 1),
      row(2, 2),
      row(4, 3),
    ]);
  });
});

describe('insertAmongSiblings', () => {
  test.each([
    ['at the start', 0, [9, 1, 2, 3]],
    ['in the middle', 1, [1, 9, 2, 3]],
    ['after the last', 3, [1, 2, 3, 9]],
    ['beyond the last', 50, [1, 2, 3, 9]],
    ['without an index', undefined, [1, 2, 3, 9]],
  ])('moves the other rows up for a row inserted %s', (_, at, order) => {
    const rows = insertAmongSiblings(three, row(9, 0), at);
    expect(ids(rows)).toEqual(order);
    expect(rows.map(({ orderIndex }) => orderIndex)).toEqual([0, 1, 2, 3]);
  });

  test.each([
    [1, 2, [2, 3, 1]],
    [3, 0, [3, 1, 2]],
    [2, 1, [1, 2, 3]],
    [1, 99, [2, 3, 1]],
  ])('moves row %i to index %i, or to the end', (id, at, order) => {
    expect(ids(insertAmongSiblings(three, row(id, id - 1), at))).toEqual(order);
  });
});

describe('isWholeOrder', () => {
  test('accepts lists that contain every id exactly once', () => {
    expect(isWholeOrder(three, [3, 1, 2])).toBe(true);
    expect(isWholeOrder([], [])).toBe(true);
    for (const wrong of [[3, 1], [3, 1, 1], [3, 1, 2, 2], [3, 1, 4], []]) {
      expect(isWholeOrder(three, wrong)).toBe(false);
    }
  });
});

describe('changedRows', () => {
  test('returns existing rows with a changed field', () => {
    expect(changedRows(three, insertAmongSiblings(three, row(9, 0), 1))).toEqual([row(2, 2), row(3, 3)]);
    const inAct = (id: number, actNumber: number) => ({ actNumber, ...row(id, 0) });
    expect(changedRows([inAct(1, 1), inAct(2, 1)], [inAct(2, 3), inAct(1, 1)])).toEqual([inAct(2, 3)]);
    expect(changedRows(three, [])).toEqual([]);
  });
});
