import { expect, test } from 'vitest';
import { colourOf, stripOf, stripsOf } from './strip.ts';

test.each([
  ['INT. CAR DECK - NIGHT', 'int-night'],
  ['INT. TICKET HALL - DUSK', 'int-day'],
  ['EXT. LINKSPAN - DAY', 'ext-day'],
  ['EXT. BOAT DECK - LATE NIGHT', 'ext-night'],
  ['ext. bow - midnight', 'ext-night'],
  ['INT./EXT. VAN - NIGHT', 'int-night'],
  ['I/E. VAN - MORNING', 'int-day'],
  ['EST. HARBOUR - DAWN', 'ext-day'],
  ['INT. CAR DECK', null],
  ['CAR DECK - NIGHT', null],
  ['INT. CAR DECK - 1984', null],
  ['', null],
])('colours "%s" as %s', (heading, colour) => {
  expect(colourOf(stripOf(heading))).toBe(colour);
});

test('ignores a day in the name of a location', () => {
  expect(stripOf('INT. DAY ROOM - NIGHT')).toEqual({ setting: 'int', time: 'night', place: 'DAY ROOM' });
});

test('continues the previous time after LATER and CONTINUOUS only', () => {
  const times = stripsOf([
    'INT. BRIDGE - CONTINUOUS',
    'EXT. HARBOUR - NIGHT',
    'INT. CAR DECK - LATER',
    'INT. STAIRS - CONTINUOUS',
    'INT. CABIN 214 - 1984',
    'EXT. AFT RAIL - MOMENTS LATER',
  ]).map(({ time }) => time);
  expect(times).toEqual([null, 'night', 'night', 'night', null, null]);
});

test('takes the first of two times and removes both from the location', () => {
  expect(stripOf('INT. CAR DECK - NIGHT - LATER')).toEqual({
    setting: 'int',
    time: 'night',
    place: 'CAR DECK',
  });
});

test('keeps dashes of the location', () => {
  expect(stripOf('INT. FERRY - Car deck - DAY').place).toBe('FERRY - CAR DECK');
  expect(stripOf('INT. FERRY - CAR DECK - LATER').place).toBe('FERRY - CAR DECK');
});

test('distinguishes interior, exterior and both', () => {
  const settings = ['INT. A', 'EXT. A', 'INT./EXT. A', 'E/I. A', 'EST. A', 'A'].map(
    (heading) => stripOf(heading).setting,
  );
  expect(settings).toEqual(['int', 'ext', 'both', 'both', 'ext', null]);
});
