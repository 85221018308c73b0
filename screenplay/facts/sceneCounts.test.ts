import { expect, test } from 'vitest';
import { elementRow } from '#test/rows.ts';
import type { ScriptElement } from '../element.ts';
import { defaultFormat } from '../format.ts';
import { paginate } from '../layout/paginate.ts';
import { countsByScene } from './sceneCounts.ts';

type Row = ReturnType<typeof elementRow>;
let id = 0;
const row = (
  sceneId: number,
  elementType: 'scene_heading' | 'action' | 'character' | 'dialogue',
  content: string,
) => elementRow({ id: ++id, sceneId, elementType, content });
const long = Array.from({ length: 120 }, () => row(2, 'action', 'One line.'));
const ferry = [
  row(9, 'action', 'FADE IN:'),
  row(1, 'scene_heading', 'EXT. HARBOUR - NIGHT'),
  row(1, 'character', 'MARA (V.O.)'),
  row(1, 'dialogue', 'Forty-one. Forty-two.'),
  row(1, 'character', 'Mara'),
  row(1, 'dialogue', 'Wait!'),
  row(1, 'character', 'TOBIAS'),
  row(2, 'scene_heading', 'INT. CAR DECK - LATER'),
  ...long,
  row(3, 'scene_heading', 'EXT. HARBOUR - DAY'),
];
const counts = (elements: Row[], previous?: ReturnType<typeof countsByScene>) =>
  countsByScene(elements, paginate(elements as readonly Row[] as readonly ScriptElement[], defaultFormat), {
    previous,
  });

test('counts pages, eighths, words and speakers of a scene', () => {
  const { pages, scenes } = counts(ferry);
  expect([...scenes.keys()]).toEqual([9, 1, 2, 3]);
  // A cue without dialogue is not a speaker.
  expect(scenes.get(1)).toEqual({
    ...{ page: '1', lastPage: '1', pageNumber: 1, lastPageNumber: 1 },
    ...{ eighths: 2, words: 10, cast: ['MARA'] },
  });
  const deck = scenes.get(2);
  expect([deck?.page, deck?.lastPageNumber, deck?.words]).toEqual(['1', pages, 244]);
  expect(deck?.eighths).toBeGreaterThan(8 * (pages - 1));
  expect(scenes.get(3)).toMatchObject({ page: `${pages}`, cast: [] });
});

test('reuses the objects of scenes that an edit does not change', () => {
  const before = counts(ferry);
  const edited = ferry.with(3, { ...ferry[3], content: 'Forty-one.' } as Row);
  const after = counts(edited, before);
  expect(after.scenes.get(2)).toBe(before.scenes.get(2));
  expect(after.scenes.get(1)).not.toBe(before.scenes.get(1));
});

test('returns no pages for an empty script', () => {
  expect(counts([])).toEqual({ pages: 0, scenes: new Map() });
});
