import { describe, expect, test } from 'vitest';
import { positionAfterKey } from './keySteps.ts';
import type { ReorderContainer } from './positions.ts';

/** Press keys one after the other; return the container and the index where they lead. */
function press(containers: ReorderContainer[], itemId: number, from: string, keys: string, layout = {}) {
  const [containerKey = '', index] = from.split(' ');
  let position = { containerKey, index: Number(index) };
  for (const key of keys.split(' ')) {
    const pressed = { key, columnCount: 1, isRightToLeft: false, ...layout };
    position = positionAfterKey(containers, itemId, position, pressed) ?? position;
  }
  return `${position.containerKey} ${position.index}`;
}

describe('positionAfterKey in lists', () => {
  const lists = [
    { key: 'a', ids: [1, 2] },
    { key: 'b', ids: [] },
    { key: 'c', ids: [3] },
  ];

  test('moves through all lists, including an empty one, and stops at the ends', () => {
    expect(press(lists, 1, 'a 0', 'ArrowDown')).toBe('a 1');
    expect(press(lists, 1, 'a 0', 'ArrowDown ArrowDown')).toBe('b 0');
    expect(press(lists, 1, 'a 0', 'ArrowDown ArrowDown ArrowDown ArrowUp')).toBe('b 0');
    expect(press(lists, 1, 'a 0', 'ArrowUp')).toBe('a 0');
    expect(press(lists, 1, 'a 0', 'End ArrowDown')).toBe('c 1');
    expect(press(lists, 1, 'c 1', 'Home')).toBe('a 0');
  });

  test('stays for arrows to the side', () => {
    expect(press(lists, 1, 'a 1', 'ArrowLeft')).toBe('a 1');
    expect(press(lists, 1, 'a 1', 'ArrowRight')).toBe('a 1');
  });

  test('returns null for other keys', () => {
    const pressed = { key: 'x', columnCount: 1, isRightToLeft: false };
    expect(positionAfterKey(lists, 1, { containerKey: 'a', index: 0 }, pressed)).toBeNull();
  });
});

describe('positionAfterKey in a grid', () => {
  const grid = [{ key: '', ids: [1, 2, 3, 4, 5] }];
  const twoColumns = { columnCount: 2 };

  test('moves in both directions', () => {
    expect(press(grid, 1, ' 0', 'ArrowDown', twoColumns)).toBe(' 2');
    expect(press(grid, 1, ' 0', 'ArrowDown ArrowRight', twoColumns)).toBe(' 3');
    expect(press(grid, 1, ' 0', 'ArrowLeft', twoColumns)).toBe(' 0');
  });

  test('moves from the last full row down to the last item, and stays in the last row', () => {
    expect(press(grid, 1, ' 3', 'ArrowDown', twoColumns)).toBe(' 4');
    expect(press(grid, 1, ' 4', 'ArrowDown', twoColumns)).toBe(' 4');
  });

  test('is mirrored from right to left', () => {
    expect(press(grid, 1, ' 0', 'ArrowLeft', { columnCount: 2, isRightToLeft: true })).toBe(' 1');
  });
});

describe('positionAfterKey on a board', () => {
  const board = [
    { key: 'a', ids: [1], column: 1 },
    { key: 'loose-a', ids: [2, 3], column: 1, isColumnEntry: true },
    { key: 'loose-b', ids: [4], column: 2, isColumnEntry: true },
  ];

  test("moves to the top of the next column's entry, and stays at the last column", () => {
    expect(press(board, 1, 'a 0', 'ArrowRight')).toBe('loose-b 0');
    expect(press(board, 1, 'a 0', 'ArrowRight ArrowRight')).toBe('loose-b 0');
    expect(press(board, 1, 'loose-b 1', 'ArrowLeft')).toBe('loose-a 0');
  });

  test('is mirrored from right to left', () => {
    expect(press(board, 1, 'a 0', 'ArrowLeft', { isRightToLeft: true })).toBe('loose-b 0');
  });
});
