import { describe, expect, test } from 'vitest';
import { PastScript, pastElement } from '#test/pastScript.ts';
import { seeded } from '#test/random.ts';
import { type ComparedRow, compareScripts, countRows } from './compare.ts';

const rain = pastElement(1, 'Rain.');
const horn = pastElement(2, 'Horn.');
const mara = pastElement(3, 'Mara looks up.');
const formatRows = (rows: readonly ComparedRow[]) =>
  rows.map(({ type, before, after }) => [type, before?.content ?? '', after?.content ?? '']);

describe('compareScripts', () => {
  test('returns one row for an element on both sides, with the word differences', () => {
    const rows = compareScripts([rain, horn], [rain, pastElement(2, 'Long horn.')]);
    expect(formatRows(rows)).toEqual([
      ['same', 'Rain.', 'Rain.'],
      ['changed', 'Horn.', 'Long horn.'],
    ]);
    expect(rows[0]?.runs).toBeNull();
    expect(rows[1]?.runs).toEqual([
      { text: 'Horn', type: 'removed' },
      { text: 'Long horn', type: 'added' },
      { text: '.', type: 'same' },
    ]);
  });

  test('reports a changed type, speaker or parenthetical', () => {
    for (const change of [
      { elementType: 'dialogue' },
      { characterName: 'MARA' },
      { parenthetical: '(beat)' },
    ] as const) {
      expect(compareScripts([rain], [{ ...rain, ...change }])).toMatchObject([
        { type: 'changed', runs: null },
      ]);
    }
  });

  test('lists removed elements before those inserted in their place', () => {
    expect(
      formatRows(
        compareScripts([rain, horn, mara], [rain, pastElement(4, 'Gulls.'), mara, pastElement(5, 'Night.')]),
      ),
    ).toEqual([
      ['same', 'Rain.', 'Rain.'],
      ['removed', 'Horn.', ''],
      ['added', '', 'Gulls.'],
      ['same', 'Mara looks up.', 'Mara looks up.'],
      ['added', '', 'Night.'],
    ]);
  });

  test('lists a moved element at both positions, and countRows counts it once', () => {
    const rows = compareScripts([rain, horn, mara], [horn, mara, pastElement(1, 'Soft rain.')]);
    expect(formatRows(rows)).toEqual([
      ['moved', 'Rain.', ''],
      ['same', 'Horn.', 'Horn.'],
      ['same', 'Mara looks up.', 'Mara looks up.'],
      ['moved', '', 'Soft rain.'],
    ]);
    expect(rows[3]?.runs).not.toBeNull();
    expect(countRows(rows)).toEqual({ same: 2, changed: 0, added: 0, removed: 0, moved: 1 });
  });

  test('reports all elements as added or removed when one script is empty', () => {
    expect(countRows(compareScripts([], [rain, horn]))).toMatchObject({ added: 2, same: 0 });
    expect(countRows(compareScripts([rain, horn], []))).toMatchObject({ removed: 2, same: 0 });
    expect(compareScripts([], [])).toEqual([]);
  });

  test.each([1, 2, 3])('returns all elements of both sides in order (seed %i)', (seed) => {
    const random = seeded(seed);
    const script = new PastScript();
    for (let i = 0; i < 200; i++) script.step(random);
    for (let i = 0; i < 60; i++) {
      const before = random.pick(script.moments).elements;
      const after = random.pick(script.moments).elements;
      const rows = compareScripts(before, after);
      expect(rows.flatMap((row) => row.before ?? [])).toEqual(before);
      expect(rows.flatMap((row) => row.after ?? [])).toEqual(after);
      const counts = countRows(rows);
      expect(counts.same + counts.changed + counts.moved + counts.removed).toBe(before.length);
      expect(counts.same + counts.changed + counts.moved + counts.added).toBe(after.length);
    }
  });
});
