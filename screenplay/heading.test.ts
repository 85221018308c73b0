import { describe, expect, test } from 'vitest';
import { parseHeading, writeHeading } from './heading.ts';

describe('parseHeading', () => {
  test.each([
    ['INT. CAR DECK - NIGHT', 'INT.', 'CAR DECK', 'NIGHT'],
    ['int. car deck - night', 'INT.', 'car deck', 'night'],
    ['INT./EXT. TRUCK - MOVING - DAY', 'INT./EXT.', 'TRUCK - MOVING', 'DAY'],
    ['EXT CAR – DUSK', 'EXT.', 'CAR', 'DUSK'],
    ['I/E. BOAT — CONTINUOUS', 'I/E.', 'BOAT', 'CONTINUOUS'],
    ['EST. HARBOUR', 'EST.', 'HARBOUR', ''],
    ['I./E. TAXI - NIGHT', 'I./E.', 'TAXI', 'NIGHT'],
    ['E/I TAXI - NIGHT', 'E/I.', 'TAXI', 'NIGHT'],
    ['INT/ EXT. TAXI - NIGHT', 'INT/EXT.', 'TAXI', 'NIGHT'],
    ['INT.CABIN.DAY', 'INT.', 'CABIN', 'DAY'],
    ['INT. ST. PAUL', 'INT.', 'ST. PAUL', ''],
    ['INT. FERRY- DAY', 'INT.', 'FERRY', 'DAY'],
    [
      'INT. A-B CAFE - THE FOLLOWING MORNING, JUST BEFORE THE STORM',
      'INT.',
      'A-B CAFE',
      'THE FOLLOWING MORNING, JUST BEFORE THE STORM',
    ],
    ['INT. NOC - DAY', 'INT.', 'NOC', 'DAY'],
    ['INT. KÜCHE - TAG', 'INT.', 'KÜCHE', 'TAG'],
    ['EXT. FERRY -', 'EXT.', 'FERRY', ''],
    ['INT. BALLROOM - MARA DANCES WITH THE CAPTAIN', 'INT.', 'BALLROOM - MARA DANCES WITH THE CAPTAIN', ''],
    ['Later', '', 'Later', ''],
    ['A RIVER.', '', 'A RIVER.', ''],
    ['INTERIOR VIEW', '', 'INTERIOR VIEW', ''],
    ['EXTRA! EXTRA!', '', 'EXTRA! EXTRA!', ''],
    ['', '', '', ''],
  ])('splits "%s"', (text, intro, location, timeOfDay) => {
    expect(parseHeading(text)).toEqual({ intro, location, timeOfDay });
  });
});

describe('writeHeading', () => {
  test('restores a parsed heading', () => {
    for (const line of [
      'INT. CAR DECK - NIGHT',
      'I/E. BOAT',
      'THE WHEELHOUSE - DAWN',
      'EXT. PIER 4 - BERTH 2 - DAY',
    ]) {
      expect(writeHeading(parseHeading(line))).toBe(line);
    }
  });
});

describe('parseHeading with long input', () => {
  test('takes linear time for long runs of white space and dashes', () => {
    expect(parseHeading(`INT. A${' '.repeat(200_000)}B`).location).toBe('A B');
    expect(parseHeading(`INT. A ${'-'.repeat(200_000)}B`).timeOfDay).toBe('');
  });
});
