import { describe, expect, test } from 'vitest';
import { action, heading } from '#test/script.ts';
import { stretchesOf } from './stretches.ts';

describe('stretchesOf', () => {
  test('returns the ranges from heading to heading', () => {
    const elements = [
      { ...heading('INT. CAR DECK - NIGHT'), sceneId: 7 },
      { ...action('Engines.'), sceneId: 7 },
      { ...heading('EXT. AFT RAIL - NIGHT'), sceneId: null },
    ];
    expect(stretchesOf(elements)).toEqual([
      { sceneId: 7, from: 0, to: 2 },
      { sceneId: null, from: 2, to: 3 },
    ]);
  });

  test('returns the opening as a range', () => {
    expect(stretchesOf([{ ...action('Rain.'), sceneId: 3 }, heading('INT. BRIDGE - DAY')])).toEqual([
      { sceneId: 3, from: 0, to: 1 },
      { sceneId: null, from: 1, to: 2 },
    ]);
  });

  test('returns no ranges for an empty script', () => {
    expect(stretchesOf([])).toEqual([]);
  });
});
