import { expect, test } from 'vitest';
import { action, cue, dialogueLine, element, heading } from '#test/script.ts';
import { defaultFormat } from './format.ts';
import { paginate } from './layout/paginate.ts';
import { inScheduleOrder, scenesForProduction } from './sceneList.ts';

const script = [
  action('Rain on black water.'),
  heading('EXT. HARBOUR - NIGHT'),
  action('Tobias waits at the rail.'),
  ...[cue('MARA'), dialogueLine('Forty-one.')],
  heading('INT. CAR DECK - DAY'),
  ...[cue('TOBIAS'), dialogueLine('Me.')],
  element('scene_heading', 'OMITTED', { extras: { omitted: { heading: 'INT. BAR - DAY', elements: [] } } }),
  heading('EXT. HARBOUR - DAY'),
  action('Fog.'),
  heading('INT. HARBOUR - DAY'),
];
const scenes = scenesForProduction(script, paginate(script, defaultFormat));

test('scenesForProduction lists speaking and silent characters, and gives an omitted scene no length', () => {
  expect(
    scenes.map(({ heading, speaking, silent, eighths }) => [heading, speaking, silent, eighths > 0]),
  ).toEqual([
    ['EXT. HARBOUR - NIGHT', ['MARA'], ['TOBIAS'], true],
    ['INT. CAR DECK - DAY', ['TOBIAS'], [], true],
    ['OMITTED', [], [], false],
    ['EXT. HARBOUR - DAY', [], [], true],
    ['INT. HARBOUR - DAY', [], [], true],
  ]);
});

test('inScheduleOrder keeps locations together, without omitted scenes', () => {
  expect(inScheduleOrder(scenes).map(({ heading }) => heading)).toEqual([
    'INT. HARBOUR - DAY',
    'EXT. HARBOUR - DAY',
    'EXT. HARBOUR - NIGHT',
    'INT. CAR DECK - DAY',
  ]);
});
