import { expect, test } from 'vitest';
import { colorThemes } from '#screenplay/colorThemes.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { deckRow } from '#test/rows.ts';
import { actRow, beatRow, sequenceRow } from '#test/storyRows.ts';
import { actGroups, extentOf, themeNamed } from './grouping.ts';

const noPlan = { acts: [], sequences: [], beats: [] };

test('has three numbered acts with their default subtitles without a plan', () => {
  expect(actGroups([], noPlan).map(({ title, subtitle }) => [title, subtitle])).toEqual([
    ['Act 1', 'Setup & Inciting Incident'],
    ['Act 2', 'Rising Action & Confrontation'],
    ['Act 3', 'Climax & Resolution'],
  ]);
});

test('returns acts up to the highest number in scenes and plan; a fourth has no default subtitle', () => {
  const groups = actGroups([deckRow(1, { actNumber: 5 })], {
    ...noPlan,
    acts: [actRow(4, { title: 'Coda' })],
  });
  expect(groups.map(({ title }) => title)).toEqual(['Act 1', 'Act 2', 'Act 3', 'Coda', 'Act 5']);
  expect(groups[3]?.subtitle).toBeNull();
});

test("uses an act's title, subtitle and theme, and the default subtitle if its own is blank", () => {
  const acts = [
    actRow(1, { title: 'Departure', subtitle: 'The coat', colorTheme: 'teal' }),
    actRow(2, { subtitle: '  ' }),
  ];
  const [first, second] = actGroups([], { ...noPlan, acts });
  expect(first).toMatchObject({ title: 'Departure', subtitle: 'The coat', theme: 'teal' });
  expect(second?.subtitle).toBe('Rising Action & Confrontation');
});

test('supports nine colour themes, and replaces any other by blue', () => {
  expect(colorThemes.map(themeNamed)).toEqual([
    'green',
    'blue',
    'purple',
    'orange',
    'red',
    'yellow',
    'indigo',
    'pink',
    'teal',
  ]);
  expect(themeNamed('mauve')).toBe('blue');
  expect(themeNamed(undefined)).toBe('blue');
});

test('returns sequences in order with their beats and scenes, then scenes without a sequence of the act', () => {
  const scenes = [
    deckRow(1, { sequenceId: 8 }),
    deckRow(2),
    deckRow(3, { sequenceId: 7 }),
    // A sequence of another act, or a deleted one.
    deckRow(4, { sequenceId: 9 }),
  ];
  const plan = {
    acts: [],
    sequences: [
      sequenceRow(8, 1, { orderIndex: 1 }),
      sequenceRow(7, 1, { orderIndex: 0 }),
      sequenceRow(9, 2, { orderIndex: 9 }),
    ],
    beats: [
      beatRow(1, 1, { orderIndex: 1, sequenceId: 7 }),
      beatRow(2, 1, { orderIndex: 2 }),
      beatRow(3, 2, { orderIndex: 3 }),
    ],
  };
  const [first] = actGroups(scenes, plan);
  const ids = first?.stretches.map((stretch) => [
    stretch.sequenceId,
    stretch.scenes.map(({ id }) => id),
    stretch.beats.map(({ id }) => id),
  ]);
  expect(ids).toEqual([
    [7, [3], [1]],
    [8, [1], []],
    [null, [2, 4], [2]],
  ]);
});

test('extentOf returns the range of scenes and pages', () => {
  const extent = (...scenes: Scene[]) =>
    extentOf(scenes, new Map(scenes.map(({ id, sceneNumber }) => [id, `${sceneNumber}`])));
  expect(extent()).toBe('No scenes');
  expect(extent(deckRow(1, { heading: '' }))).toBe('No scenes');
  expect(extent(deckRow(4))).toBe('Scene 4');
  expect(extent(deckRow(4, { pageNumber: 9 }), deckRow(6, { pageNumber: 9 }))).toBe('Scenes 4–6, page 9');
  expect(extent(deckRow(5, { pageNumber: 12 }), deckRow(4, { pageNumber: 9 }))).toBe(
    'Scenes 4–5, pages 9–12',
  );
});

test('extentOf uses the printed scene numbers', () => {
  const scenes = [deckRow(1, { heading: '' }), deckRow(2), deckRow(3), deckRow(4)];
  const own = new Map([
    [2, '1'],
    [3, '1A'],
  ]);
  expect(extentOf(scenes, own)).toBe('Scenes 1–1A');
  expect(extentOf(scenes.slice(3), own)).toBe('1 scene');
});
