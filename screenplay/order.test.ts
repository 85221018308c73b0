import { describe, expect, test } from 'vitest';
import { seeded } from '#test/random.ts';
import type { Placed } from './order.ts';
import {
  appendAtEnd,
  bottomInputOrderIndex,
  compareOrder,
  insertAfter,
  moveAfter,
  placeAfter,
  repairDuplicates,
} from './order.ts';

/** A script with these numbers; ids count from 1. */
function numbers(...orderIndexes: number[]): Placed[] {
  return orderIndexes.map((orderIndex, i) => ({ id: i + 1, orderIndex }));
}

function apply(items: readonly Placed[], changed: readonly Placed[]): Placed[] {
  const byId = new Map(changed.map((item) => [item.id, item]));
  return items.map((item) => byId.get(item.id) ?? item).sort(compareOrder);
}

function isStrictlyRising(items: readonly Placed[]): boolean {
  return items.every((item, i) => i === 0 || item.orderIndex > (items[i - 1]?.orderIndex ?? 0));
}

describe('duplicates', () => {
  test('5, 5, 7 become 1, 2, 3', () => {
    expect(repairDuplicates(numbers(5, 5, 7))).toEqual(numbers(1, 2, 3));
  });

  test('ties are broken by id, wherever they stand in the list', () => {
    const items = [
      { id: 9, orderIndex: 4 },
      { id: 2, orderIndex: 4 },
      { id: 3, orderIndex: 1 },
    ];
    expect(repairDuplicates(items)).toEqual([
      { id: 2, orderIndex: 2 },
      { id: 9, orderIndex: 3 },
    ]);
  });

  test('without a duplicate nothing changes, gaps and all', () => {
    expect(repairDuplicates(numbers(3, 70, 71))).toEqual([]);
    expect(repairDuplicates(numbers(70, 3, 71))).toEqual([]);
    expect(repairDuplicates([])).toEqual([]);
  });
});

describe('inserting', () => {
  test.each([
    [10, 20, 15],
    [10, 12, 11],
    [10, 13, 11],
    [-8, -4, -6],
  ])('between %i and %i gives %i', (a, b, middle) => {
    expect(insertAfter(numbers(a, b), 1)).toEqual({ orderIndex: middle, renumbered: [] });
  });

  test('10, 11, 12 with one after 10 gives new 20, later 30, 40', () => {
    expect(insertAfter(numbers(10, 11, 12), 1)).toEqual({
      orderIndex: 20,
      renumbered: [
        { id: 2, orderIndex: 30 },
        { id: 3, orderIndex: 40 },
      ],
    });
  });

  test('numbering on stops at the first element whose number is greater already', () => {
    expect(insertAfter(numbers(10, 11, 40), 1).renumbered).toEqual([{ id: 2, orderIndex: 30 }]);
    expect(insertAfter(numbers(10, 11, 31, 32), 1).renumbered).toEqual([{ id: 2, orderIndex: 30 }]);
  });

  test('in a script that is numbered in steps of 10 itself, the nearest room is shared', () => {
    const long = numbers(10, 11, ...Array.from({ length: 20_000 }, (_, i) => 20 + i * 10));
    const renumbered = [
      { id: 2, orderIndex: 20 },
      { id: 3, orderIndex: 25 },
    ];
    expect(insertAfter(long, 1)).toEqual({ orderIndex: 15, renumbered });
  });

  test('without any room the whole script is numbered on', () => {
    const dense = Array.from({ length: 2000 }, (_, i) => i + 1);
    const { orderIndex, renumbered } = insertAfter(numbers(...dense), 5);
    expect([orderIndex, renumbered.length, renumbered.at(-1)?.orderIndex]).toEqual([15, 1995, 19_965]);
  });

  test('line after line in the middle of 20,000 moves a few elements for each, and keeps the order', () => {
    const items = numbers(...Array.from({ length: 20_000 }, (_, i) => (i + 1) * 10));
    let afterId = 10_000;
    let moved = 0;
    for (let i = 0; i < 300; i++) {
      const { orderIndex, renumbered } = insertAfter(items, afterId);
      const stored = new Map(renumbered.map((item) => [item.id, item.orderIndex]));
      for (const item of items) item.orderIndex = stored.get(item.id) ?? item.orderIndex;
      const position = items.findIndex((item) => item.id === afterId) + 1;
      afterId = 20_001 + i;
      items.splice(position, 0, { id: afterId, orderIndex });
      moved += renumbered.length;
    }
    expect(isStrictlyRising(items)).toBe(true);
    expect(moved).toBeLessThan(300 * 20);
  });

  test('at the very start the gap begins at 0', () => {
    expect(insertAfter(numbers(10, 20), null)).toEqual({ orderIndex: 5, renumbered: [] });
    expect(insertAfter(numbers(1, 2), null)).toEqual({
      orderIndex: 10,
      renumbered: [
        { id: 1, orderIndex: 20 },
        { id: 2, orderIndex: 30 },
      ],
    });
    expect(insertAfter([], null)).toEqual({ orderIndex: 10, renumbered: [] });
  });

  test('after the last element gives last + 10', () => {
    expect(insertAfter(numbers(10, 1003), 2)).toEqual({ orderIndex: 1013, renumbered: [] });
    expect(appendAtEnd(1003)).toBe(1013);
    expect(appendAtEnd(null)).toBe(10);
  });

  test('several new elements share a gap evenly', () => {
    expect(placeAfter(numbers(10, 20), 1, 3)).toEqual({ orderIndexes: [12, 15, 17], renumbered: [] });
  });

  test('an unknown neighbour is an error', () => {
    expect(() => insertAfter(numbers(10), 7)).toThrow(RangeError);
  });
});

describe('the bottom input', () => {
  test('counts 1000 on from the number of elements', () => {
    expect(bottomInputOrderIndex(3, 30)).toBe(1003);
    expect(bottomInputOrderIndex(0, null)).toBe(1000);
  });

  test('stays last when the last element is further on', () => {
    expect(bottomInputOrderIndex(3, 1003)).toBe(1013);
  });
});

describe('moving', () => {
  test('a stretch moves behind another element in its own order', () => {
    const items = numbers(10, 20, 30, 40, 50);
    const after = apply(items, moveAfter(items, [3, 2], 4));
    expect(after.map((item) => item.id)).toEqual([1, 4, 2, 3, 5]);
  });

  test('to where they stand changes nothing', () => {
    expect(moveAfter(numbers(10, 20, 30), [2, 3], 1)).toEqual([]);
    expect(moveAfter(numbers(10, 20, 30), [1], null)).toEqual([]);
  });

  test('only the moved element is renumbered when there is room', () => {
    expect(moveAfter(numbers(10, 20, 30), [3], 1)).toEqual([{ id: 3, orderIndex: 15 }]);
  });

  test('behind one of the moved elements is an error', () => {
    expect(() => moveAfter(numbers(10, 20), [1], 1)).toThrow(RangeError);
  });
});

test.each([1, 2, 3, 4])('random inserts, moves and appends keep the order asked for (seed %i)', (seed) => {
  const random = seeded(seed);
  let items: Placed[] = [];
  let wanted: number[] = [];
  let nextId = 1;
  for (let i = 0; i < 1000; i++) {
    const position = random.below(wanted.length + 1);
    if (wanted.length > 2 && random.chance(0.3)) {
      const from = random.below(wanted.length);
      const moved = wanted.slice(from, from + 1 + random.below(4));
      const rest = wanted.filter((id) => !moved.includes(id));
      const place = random.below(rest.length + 1);
      items = apply(items, moveAfter(items, moved, rest[place - 1] ?? null));
      wanted = rest.toSpliced(place, 0, ...moved);
    } else if (random.chance(0.2)) {
      const last = items.at(-1)?.orderIndex ?? null;
      items = [...items, { id: nextId, orderIndex: bottomInputOrderIndex(items.length, last) }];
      wanted.push(nextId++);
    } else {
      const count = 1 + random.below(3);
      const { orderIndexes, renumbered } = placeAfter(items, wanted[position - 1] ?? null, count);
      const added = orderIndexes.map((orderIndex, k) => ({ id: nextId + k, orderIndex }));
      nextId += count;
      items = apply([...items, ...added], renumbered);
      wanted = wanted.toSpliced(position, 0, ...added.map((item) => item.id));
    }
    expect(isStrictlyRising(items)).toBe(true);
    expect(items.map((item) => item.id)).toEqual(wanted);
  }
});
