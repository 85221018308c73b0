import { describe, expect, test } from 'vitest';
import { action } from '#test/script.ts';
import type { PastElement } from '../past.ts';
import { nameChanges } from './nameChanges.ts';
import { marksOfText } from './revisedText.ts';

const past = (...texts: [id: number, content: string][]): PastElement[] =>
  texts.map(([id, content]) => ({
    ...{ id, content, elementType: 'action', dual: null, characterName: null, parenthetical: null },
  }));
const present = (...texts: [id: number, content: string][]) =>
  texts.map(([id, content]) => ({ ...action(content), id }));

describe('nameChanges', () => {
  test('marks text that was written between two moments, and none that was written later', () => {
    const now = present([1, 'The cold rain stops at last.'], [2, 'Wind.'], [4, 'Ice.']);
    const before = past([1, 'The rain stops.'], [2, 'Wind.'], [3, 'Fog.']);
    const after = past([1, 'The cold rain stops.'], [2, 'Wind.']);
    const changed = nameChanges(now, { before, after }, 5, 0);
    expect([...changed]).toEqual([
      [1, { mark: 0, text: 'The cold rain stops at last.', runs: [[3, 8, 5]] }],
      [2, { mark: 0, text: 'Wind.', removed: [[3, 5]] }],
    ]);
  });

  test('keeps the marks of other revisions', () => {
    const [element] = present([1, 'The cold grey rain.']);
    const revised = { mark: 0, text: 'The cold grey rain.', runs: [[4, 9, 2] as [number, number, number]] };
    const now = [{ ...action('The cold grey rain.'), id: 1, extras: { revised } }];
    const changed = nameChanges(
      now,
      { before: past([1, 'The rain.']), after: past([1, 'The cold grey rain.']) },
      5,
      7,
    );
    expect(element && changed.get(1)).toMatchObject({
      mark: 7,
      runs: [
        [3, 4, 5],
        [4, 9, 2],
        [9, 13, 5],
      ],
    });
    expect(
      marksOfText(changed.get(1) ?? { mark: 0, text: '' }, 'The cold grey rain falls.').runs.at(-1),
    ).toEqual([18, 24, 7]);
  });
});
