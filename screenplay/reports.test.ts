import { expect, test } from 'vitest';
import { lockedScript } from '#test/lockedFiles.ts';
import { action, cue, dialogueLine, element, heading } from '#test/script.ts';
import type { ScriptElement } from './element.ts';
import { defaultFormat } from './format.ts';
import { paginate } from './layout/paginate.ts';
import { reportOf, runningTime } from './reports.ts';

const filler = (lines: number) =>
  Array.from({ length: lines }, () => element('action', 'One line.', { originalType: 'General' }));
const report = (elements: ScriptElement[]) => reportOf(elements, paginate(elements, defaultFormat));

const ferry = [
  action('Rain on black water.'),
  heading('EXT. HARBOUR - NIGHT'),
  cue('MARA'),
  dialogueLine('Forty-one. Forty-two.'),
  cue('TOBIAS'),
  dialogueLine('Wait!'),
  heading('INT. CAR DECK - LATER'),
  ...filler(60),
  cue('TOBIAS'),
  dialogueLine('You count everything?'),
  heading('EXT. HARBOUR - DAY'),
  cue('MARA'),
  dialogueLine('Twice.'),
  heading('NIGHT FERRY'),
];

test('counts pages, scenes, words and eighths', () => {
  const { pages, scenes, words, eighths } = report(ferry);
  expect({ pages, scenes, words }).toEqual({ pages: 2, scenes: 4, words: 147 });
  expect(eighths).toBeGreaterThan(8);
});

test('lists characters with speeches, words, scenes and pages, most words first', () => {
  expect(report(ferry).characters).toEqual([
    { name: 'TOBIAS', speeches: 2, words: 4, scenes: 2, firstPage: '1', lastPage: '2', first: 4 },
    { name: 'MARA', speeches: 2, words: 3, scenes: 2, firstPage: '1', lastPage: '2', first: 2 },
  ]);
});

test('counts two speeches in one scene as one scene', () => {
  const { characters } = report([
    heading('INT. BRIDGE - DAY'),
    cue('MARA'),
    dialogueLine('One.'),
    action('A pause.'),
    cue('MARA'),
    dialogueLine('Two.'),
  ]);
  expect(characters).toMatchObject([{ speeches: 2, scenes: 1 }]);
});

test('counts scenes at one place as one location, whatever the time', () => {
  expect(report(ferry).locations).toMatchObject([
    { place: 'CAR DECK', scenes: 1, first: 6 },
    { place: 'HARBOUR', scenes: 2, first: 1 },
    { place: 'NIGHT FERRY', scenes: 1 },
  ]);
});

test('counts every scene with a heading as day, night or neither', () => {
  const { times, scenes } = report(ferry);
  expect(times.map(({ setting, time, scenes }) => [setting, time, scenes])).toEqual([
    ['int', 'night', 1],
    ['ext', 'day', 1],
    ['ext', 'night', 1],
    [null, null, 1],
  ]);
  expect(times.reduce((sum, row) => sum + row.scenes, 0)).toBe(scenes);
});

test('lists the longest scene first, with its page', () => {
  expect(report(ferry).longest[0]).toEqual({
    sceneId: null,
    heading: 'INT. CAR DECK - LATER',
    page: '1',
    eighths: 10,
    first: 6,
  });
});

test('names pages by their labels while they are locked', () => {
  const { elements, format } = lockedScript([heading('INT. HOLD - DAY'), ...filler(100)]);
  const added = [
    ...elements.slice(0, 5),
    ...filler(60),
    cue('MARA'),
    dialogueLine('Six.'),
    ...elements.slice(5),
  ];
  const { characters, longest } = reportOf(added, paginate(added, format));
  expect(characters).toMatchObject([{ firstPage: '1A', lastPage: '1A' }]);
  expect(longest).toMatchObject([{ page: '1' }]);
});

test('counts no omitted scene, and gives it no length', () => {
  const omitted = element('scene_heading', 'OMITTED', {
    extras: { omitted: { heading: 'INT. HOLD - DAY', elements: [] } },
  });
  const script = [heading('EXT. HARBOUR - NIGHT'), action('Rain.'), omitted];
  const { scenes, locations, times } = report(script);
  expect(scenes).toBe(1);
  expect(locations.map(({ place }) => place)).toEqual(['HARBOUR']);
  expect(times).toHaveLength(1);
});

test('returns zeros for an empty script', () => {
  expect(report([])).toEqual({
    pages: 0,
    scenes: 0,
    words: 0,
    eighths: 0,
    characters: [],
    locations: [],
    times: [],
    longest: [],
  });
});

test.each([
  [0, '0 s'],
  [1, '8 s'],
  [8, '1 min'],
  [30, '3 min 45 s'],
  [384, '48 min'],
  [479, '1 h'],
  [896, '1 h 52 min'],
])('formats %i eighths as %s', (eighths, time) => {
  expect(runningTime(eighths)).toBe(time);
});
