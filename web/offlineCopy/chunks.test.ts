import { expect, test } from 'vitest';
import { rechunk, type StoredChunk } from './chunks.ts';

interface Row {
  name: number;
}

const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, name) => ({ name }));

function aCopy() {
  let count = 0;
  let kept: readonly StoredChunk<Row>[] = [];
  return (rows: readonly Row[]) => {
    const next = rechunk(kept, rows, () => `s${++count}`);
    kept = next.stretches;
    expect(kept.flatMap((stretch) => stretch.rows)).toEqual(rows);
    expect(kept.every((stretch) => stretch.rows.length > 0)).toBe(true);
    return {
      total: kept.length,
      fresh: next.fresh.map((stretch) => stretch.rows.length),
      removed: next.removedIds.length,
    };
  };
}

test('splits a list into chunks of at most 200 rows', () => {
  expect(aCopy()(rowsOf(450))).toEqual({ total: 3, fresh: [200, 200, 50], removed: 0 });
  expect(aCopy()([])).toEqual({ total: 0, fresh: [], removed: 0 });
});

test('writes no chunk for unchanged rows', () => {
  const keep = aCopy();
  const rows = rowsOf(450);
  keep(rows);
  expect(keep([...rows])).toEqual({ total: 3, fresh: [], removed: 0 });
});

test('rewrites only the chunks of changed, added and removed rows', () => {
  const rows = rowsOf(20_000);
  const changed = (next: readonly Row[]) => {
    const keep = aCopy();
    keep(rows);
    return keep(next);
  };
  expect(changed(rows.with(5001, { name: -1 }))).toEqual({ total: 100, fresh: [200], removed: 1 });
  expect(changed(rows.toSpliced(5001, 0, { name: -1 }))).toEqual({ total: 101, fresh: [200, 1], removed: 1 });
  expect(changed(rows.toSpliced(5001, 1))).toEqual({ total: 100, fresh: [199], removed: 1 });
});

test('rows added at the start do not change other chunks', () => {
  const keep = aCopy();
  const rows = rowsOf(1000);
  keep(rows);
  expect(keep([{ name: -1 }, ...rows])).toEqual({ total: 6, fresh: [1], removed: 0 });
});

test('splits a list again after many edits have fragmented it', () => {
  const keep = aCopy();
  let rows = rowsOf(1000);
  keep(rows);
  let totals = 0;
  for (let name = -1; name > -40; name--) {
    rows = [{ name }, ...rows];
    totals = Math.max(totals, keep(rows).total);
  }
  expect(totals).toBeLessThan(25);
});

test('finds rows whose order has changed', () => {
  const keep = aCopy();
  const rows = rowsOf(600);
  keep(rows);
  expect(keep([...rows.slice(400), ...rows.slice(0, 400)])).toEqual({ total: 3, fresh: [], removed: 0 });
});
