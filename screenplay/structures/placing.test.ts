import { describe, expect, test } from 'vitest';
import { pagesOfStructure, scenesInStructure } from './placing.ts';
import { structureIds, structures, structureWith } from './structures.ts';

test('lists structures with unique ids that end with the story', () => {
  expect(structures.map(({ id }) => id)).toEqual([...structureIds]);
  for (const { acts } of structures) {
    expect(acts.at(-1)?.until).toBe(1);
    const shares = acts.flatMap(({ beats }) => beats.map(({ at }) => at));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  }
});

describe.each(structures)('$name', (structure) => {
  test.each([1, 4, 30, 110, 193])('covers each of %i pages once, with beats inside their acts', (pages) => {
    const planned = pagesOfStructure(structure, pages);
    expect(planned[0]?.startPage).toBe(1);
    if (pages >= structure.acts.length * 2) expect(planned.at(-1)?.endPage).toBe(pages);
    for (const [index, { startPage, endPage, beatPages }] of planned.entries()) {
      expect(endPage).toBeGreaterThanOrEqual(startPage);
      if (index > 0) expect(startPage).toBe((planned[index - 1]?.endPage ?? 0) + 1);
      for (const page of beatPages) {
        expect(page).toBeGreaterThanOrEqual(startPage);
        expect(page).toBeLessThanOrEqual(endPage);
      }
    }
  });
});

describe('scenesInStructure', () => {
  const three = structureWith('three-acts');
  const scenes = Array.from({ length: 100 }, (_, index) => ({ id: index + 1, page: index + 1 }));

  test('assigns scenes to the act on whose pages they begin', () => {
    const acts = scenesInStructure(three, scenes, 100).map(({ act }) => act);
    expect(
      [acts.filter((act) => act === 0), acts.filter((act) => act === 1)].map((all) => all.length),
    ).toEqual([25, 50]);
  });

  test('assigns each beat to one scene', () => {
    const beatScenes = scenesInStructure(three, scenes, 100).filter(({ beat }) => beat !== null);
    expect(beatScenes.map(({ id, beat }) => [id, beat])).toEqual([
      [1, 0],
      [13, 1],
      [25, 2],
      [38, 0],
      [51, 1],
      [63, 2],
      [75, 3],
      [89, 0],
      [98, 1],
    ]);
  });

  test('leaves beats unassigned when there are few scenes', () => {
    const placed = scenesInStructure(
      three,
      [
        { id: 7, page: 1 },
        { id: 8, page: 90 },
      ],
      100,
    );
    expect(placed).toEqual([
      { id: 7, act: 0, beat: 0 },
      { id: 8, act: 2, beat: 0 },
    ]);
  });
});
