import { describe, expect, test } from 'vitest';
import {
  positionAtTarget,
  positionOf,
  positionsFor,
  rebasePosition,
  slotIn,
  withItemAt,
} from './positions.ts';

const one = { key: 'one', ids: [1, 2, 3] };
const two = { key: 'two', ids: [4] };
const empty = { key: 'empty', ids: [] };
const containers = [one, two, empty];
const at = (containerKey: string, index: number) => ({ containerKey, index });

describe('positionsFor', () => {
  test('returns a position before, between and behind the other items of each container', () => {
    expect(positionsFor(containers, 4)).toEqual([
      ...[0, 1, 2, 3].map((index) => at('one', index)),
      at('two', 0),
      at('empty', 0),
    ]);
  });

  test('returns none before pinned items', () => {
    expect(positionsFor([{ ...one, pinnedCount: 1 }], 3)).toEqual([at('one', 1), at('one', 2)]);
  });
});

describe('positionOf', () => {
  test('returns the present position, and null for an unknown item', () => {
    expect(positionOf(containers, 3)).toEqual(at('one', 2));
    expect(positionOf(containers, 99)).toBeNull();
  });
});

describe('withItemAt', () => {
  test('moves an item inside its container and reuses the others', () => {
    const moved = withItemAt(containers, 1, at('one', 2));
    expect(moved[0]?.ids).toEqual([2, 3, 1]);
    expect(moved[1]).toBe(two);
  });

  test('moves an item to another container', () => {
    expect(withItemAt(containers, 2, at('two', 1)).map(({ ids }) => ids)).toEqual([[1, 3], [4, 2], []]);
  });
});

describe('positionAtTarget', () => {
  test("takes an item's position: after it if the moved item comes from above in the same list", () => {
    expect(positionAtTarget(containers, 1, { type: 'item', id: 3, side: 'replace' })).toEqual(at('one', 2));
    expect(positionAtTarget(containers, 3, { type: 'item', id: 1, side: 'replace' })).toEqual(at('one', 0));
    expect(positionAtTarget(containers, 4, { type: 'item', id: 2, side: 'replace' })).toEqual(at('one', 1));
  });

  test('counts the sides of an item without the moved one', () => {
    expect(positionAtTarget(containers, 1, { type: 'item', id: 3, side: 'before' })).toEqual(at('one', 1));
    expect(positionAtTarget(containers, 1, { type: 'item', id: 3, side: 'after' })).toEqual(at('one', 2));
  });

  test('stays over the moved item itself', () => {
    expect(positionAtTarget(containers, 2, { type: 'item', id: 2, side: 'after' })).toEqual(at('one', 1));
  });

  test('returns the edges of a container', () => {
    expect(positionAtTarget(containers, 4, { type: 'container', key: 'one', edge: 'end' })).toEqual(
      at('one', 3),
    );
    const pinned = [{ ...one, pinnedCount: 1 }, two];
    expect(positionAtTarget(pinned, 4, { type: 'container', key: 'one', edge: 'start' })).toEqual(
      at('one', 1),
    );
  });

  test('returns null for a deleted target and before a pinned item', () => {
    expect(positionAtTarget(containers, 1, { type: 'item', id: 99, side: 'before' })).toBeNull();
    expect(positionAtTarget(containers, 1, { type: 'container', key: 'gone', edge: 'end' })).toBeNull();
    const pinned = [{ ...one, pinnedCount: 1 }];
    expect(positionAtTarget(pinned, 3, { type: 'item', id: 1, side: 'before' })).toBeNull();
  });
});

describe('rebasePosition', () => {
  const rebased = (ids: number[], position = at('one', 2)) =>
    rebasePosition(containers, [{ key: 'one', ids }], 4, position);

  test('stays before its neighbour when items before it come or go', () => {
    expect(rebased([2, 3])).toEqual(at('one', 1));
    expect(rebased([1, 3])).toEqual(at('one', 1));
    expect(rebased([7, 1, 2, 3])).toEqual(at('one', 3));
  });

  test('stays after the neighbour above when the one below was deleted', () => {
    expect(rebased([7, 1, 2])).toEqual(at('one', 3));
  });

  test('keeps its index without neighbours, limited to the end', () => {
    expect(rebased([7, 8, 9])).toEqual(at('one', 2));
    expect(rebased([])).toEqual(at('one', 0));
  });

  test('returns null when the container was deleted', () => {
    expect(rebasePosition(containers, [two], 4, at('one', 0))).toBeNull();
  });
});

describe('slotIn', () => {
  test('names the item below the slot, and null at the end', () => {
    expect(slotIn(one, 4, at('one', 1))).toEqual({ beforeId: 2 });
    expect(slotIn(one, 1, at('one', 1))).toEqual({ beforeId: 3 });
    expect(slotIn(one, 4, at('one', 3))).toEqual({ beforeId: null });
  });

  test('returns null in other containers and where the item is already', () => {
    expect(slotIn(two, 1, at('one', 1))).toBeNull();
    expect(slotIn(one, 2, at('one', 1))).toBeNull();
  });
});
