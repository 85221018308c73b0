import { expect, test } from 'vitest';
import { colorThemes } from '#shared/contract/acts.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { actGroups, extentOf, themeNamed } from './grouping.ts';
import { aBeat, anAct, aScene, aSequence } from './testing.tsx';

const noPlan = { acts: [], sequences: [], beats: [] };

test('without a plan there are three acts, named by number, with their default subtitles', () => {
  expect(actGroups([], noPlan).map(({ title, subtitle }) => [title, subtitle])).toEqual([
    ['Act 1', 'Setup & Inciting Incident'],
    ['Act 2', 'Rising Action & Confrontation'],
    ['Act 3', 'Climax & Resolution'],
  ]);
});

test('the acts reach to the greatest that a scene or the plan names; a fourth has no default subtitle', () => {
  const groups = actGroups([aScene(1, { actNumber: 5 })], { ...noPlan, acts: [anAct(4, { title: 'Coda' })] });
  expect(groups.map(({ title }) => title)).toEqual(['Act 1', 'Act 2', 'Act 3', 'Coda', 'Act 5']);
  expect(groups[3]?.subtitle).toBeNull();
});

test('an act has its own title, subtitle and theme, and the default subtitle where its own is blank', () => {
  const acts = [
    anAct(1, { title: 'Departure', subtitle: 'The coat', colorTheme: 'teal' }),
    anAct(2, { subtitle: '  ' }),
  ];
  const [first, second] = actGroups([], { ...noPlan, acts });
  expect(first).toMatchObject({ title: 'Departure', subtitle: 'The coat', theme: 'teal' });
  expect(second?.subtitle).toBe('Rising Action & Confrontation');
});

test('nine colour themes are shown, and any other is blue', () => {
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

test('sequences stand in their order with their beats and scenes, and last what has no sequence of the act', () => {
  const scenes = [
    aScene(1, { sequenceId: 8 }),
    aScene(2),
    aScene(3, { sequenceId: 7 }),
    // Of a sequence that is in another act, or gone.
    aScene(4, { sequenceId: 9 }),
  ];
  const plan = {
    acts: [],
    sequences: [
      aSequence(8, { orderIndex: 1 }),
      aSequence(7, { orderIndex: 0 }),
      aSequence(9, { actNumber: 2 }),
    ],
    beats: [aBeat(1, { sequenceId: 7 }), aBeat(2), aBeat(3, { actNumber: 2 })],
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

test('an act says which scenes and pages it has', () => {
  const extent = (...scenes: Scene[]) =>
    extentOf(scenes, new Map(scenes.map(({ id, sceneNumber }) => [id, `${sceneNumber}`])));
  expect(extent()).toBe('No scenes');
  expect(extent(aScene(1, { heading: '' }))).toBe('No scenes');
  expect(extent(aScene(4))).toBe('Scene 4');
  expect(extent(aScene(4, { pageNumber: 9 }), aScene(6, { pageNumber: 9 }))).toBe('Scenes 4–6, page 9');
  expect(extent(aScene(5, { pageNumber: 12 }), aScene(4, { pageNumber: 9 }))).toBe('Scenes 4–5, pages 9–12');
});

test('an act says the numbers that its scenes show', () => {
  const scenes = [aScene(1, { heading: '' }), aScene(2), aScene(3), aScene(4)];
  const own = new Map([
    [2, '1'],
    [3, '1A'],
  ]);
  expect(extentOf(scenes, own)).toBe('Scenes 1–1A');
  expect(extentOf(scenes.slice(3), own)).toBe('1 scene');
});
