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

/** Create elements with these order indexes and ids from 1. */
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

describe('repairDuplicates', () => {
  test('renumbers 5, 5, 7 to 1, 2, 3', () => {
    expect(repairDuplicates(numbers(5, 5, 7))).toEqual(numbers(1, 2, 3));
  });

  test('breaks ties by id, in any list order', () => {
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

  test('changes nothing without a duplicate, even with gaps', () => {
    expect(repairDuplicates(numbers(3, 70, 71))).toEqual([]);
    expect(repairDuplicates(numbers(70, 3, 71))).toEqual([]);
    expect(repairDuplicates([])).toEqual([]);
  });
});

describe('insertAfter', () => {
  test.each([
    [10, 20, 15],
    [10, 12, 11],
    [10, 13, 11],
    [-8, -4, -6],
  ])('returns, between %i and %i, the number %i', (a, b, middle) => {
    expect(insertAfter(numbers(a, b), 1)).toEqual({ orderIndex: middle, renumbered: [] });
  });

  test('renumbers 10, 11, 12 to 10, 20 (new), 30, 40', () => {
    expect(insertAfter(numbers(10, 11, 12), 1)).toEqual({
      orderIndex: 20,
      renumbered: [
        { id: 2, orderIndex: 30 },
        { id: 3, orderIndex: 40 },
      ],
    });
  });

  test('stops renumbering at the first element with a greater number', () => {
    expect(insertAfter(numbers(10, 11, 40), 1).renumbered).toEqual([{ id: 2, orderIndex: 30 }]);
    expect(insertAfter(numbers(10, 11, 31, 32), 1).renumbered).toEqual([{ id: 2, orderIndex: 30 }]);
  });

  test('spreads over the nearest gap in a script numbered in steps of 10', () => {
    const long = numbers(10, 11, ...Array.from({ length: 20_000 }, (_, i) => 20 + i * 10));
    const renumbered = [
      { id: 2, orderIndex: 20 },
      { id: 3, orderIndex: 25 },
    ];
    expect(insertAfter(long, 1)).toEqual({ orderIndex: 15, renumbered });
  });

  test('renumbers the rest of the script when there is no gap', () => {
    const dense = Array.from({ length: 2000 }, (_, i) => i + 1);
    const { orderIndex, renumbered } = insertAfter(numbers(...dense), 5);
    expect([orderIndex, renumbered.length, renumbered.at(-1)?.orderIndex]).toEqual([15, 1995, 19_965]);
  });

  test('renumbers few elements per insertion in the middle of 20,000', () => {
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

  test('counts from 0 at the start of the script', () => {
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

  test('returns last + 10 after the last element', () => {
    expect(insertAfter(numbers(10, 1003), 2)).toEqual({ orderIndex: 1013, renumbered: [] });
    expect(appendAtEnd(1003)).toBe(1013);
    expect(appendAtEnd(null)).toBe(10);
  });

  test('spreads several new elements evenly over a gap', () => {
    expect(placeAfter(numbers(10, 20), 1, 3)).toEqual({ orderIndexes: [12, 15, 17], renumbered: [] });
  });

  test('throws for an unknown neighbour', () => {
    expect(() => insertAfter(numbers(10), 7)).toThrow(RangeError);
  });
});

describe('bottomInputOrderIndex', () => {
  test('returns the number of elements + 1000', () => {
    expect(bottomInputOrderIndex(3, 30)).toBe(1003);
    expect(bottomInputOrderIndex(0, null)).toBe(1000);
  });

  test('returns last + 10 if that is greater', () => {
    expect(bottomInputOrderIndex(3, 1003)).toBe(1013);
  });
});

describe('moveAfter', () => {
  test('keeps the order of the moved elements', () => {
    const items = numbers(10, 20, 30, 40, 50);
    const after = apply(items, moveAfter(items, [3, 2], 4));
    expect(after.map((item) => item.id)).toEqual([1, 4, 2, 3, 5]);
  });

  test('returns nothing when the elements are already there', () => {
    expect(moveAfter(numbers(10, 20, 30), [2, 3], 1)).toEqual([]);
    expect(moveAfter(numbers(10, 20, 30), [1], null)).toEqual([]);
  });

  test('renumbers only the moved element when there is room', () => {
    expect(moveAfter(numbers(10, 20, 30), [3], 1)).toEqual([{ id: 3, orderIndex: 15 }]);
  });

  test('throws when the target is one of the moved elements', () => {
    expect(() => moveAfter(numbers(10, 20), [1], 1)).toThrow(RangeError);
  });
});

describe('placeAfter and moveAfter', () => {
  test.each([1, 2, 3, 4])(
    'keep the requested order after random inserts, moves and appends (seed %i)',
    (seed) => {
      const random = seeded(seed);
      let items: Placed[] = [];
      let expectedIds: number[] = [];
      let nextId = 1;
      for (let i = 0; i < 1000; i++) {
        const position = random.below(expectedIds.length + 1);
        if (expectedIds.length > 2 && random.chance(0.3)) {
          const from = random.below(expectedIds.length);
          const moved = expectedIds.slice(from, from + 1 + random.below(4));
          const rest = expectedIds.filter((id) => !moved.includes(id));
          const place = random.below(rest.length + 1);
          items = apply(items, moveAfter(items, moved, rest[place - 1] ?? null));
          expectedIds = rest.toSpliced(place, 0, ...moved);
        } else if (random.chance(0.2)) {
          const last = items.at(-1)?.orderIndex ?? null;
          items = [...items, { id: nextId, orderIndex: bottomInputOrderIndex(items.length, last) }];
          expectedIds.push(nextId++);
        } else {
          const count = 1 + random.below(3);
          const { orderIndexes, renumbered } = placeAfter(items, expectedIds[position - 1] ?? null, count);
          const added = orderIndexes.map((orderIndex, k) => ({ id: nextId + k, orderIndex }));
          nextId += count;
          items = apply([...items, ...added], renumbered);
          expectedIds = expectedIds.toSpliced(position, 0, ...added.map((item) => item.id));
        }
        expect(isStrictlyRising(items)).toBe(true);
        expect(items.map((item) => item.id)).toEqual(expectedIds);
      }
    },
  );
});
