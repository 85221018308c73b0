import { expect, test } from 'vitest';
import { colourSets, posterLook, titleLayouts } from './look.ts';

test('returns the same look for a project as in earlier versions', () => {
  expect(posterLook(1)).toEqual({ setting: 'echo', colours: 'paper' });
  expect(posterLook(2 ** 31 - 1)).toEqual({ setting: 'echo', colours: 'sky' });
});

test('returns twelve looks for twelve consecutive projects', () => {
  for (let first = 1; first < 1000; first++) {
    const looks = Array.from({ length: 12 }, (_, index) => JSON.stringify(posterLook(first + index)));
    expect(new Set(looks).size).toBe(12);
  }
});

test('returns every setting and every colour set about equally often', () => {
  const looks = Array.from({ length: 3600 }, (_, index) => posterLook(index + 1));
  for (const name of titleLayouts) {
    const share = looks.filter(({ setting }) => setting === name).length / looks.length;
    expect(share).toBeCloseTo(1 / titleLayouts.length, 1);
  }
  for (const name of colourSets) {
    const share = looks.filter(({ colours }) => colours === name).length / looks.length;
    expect(share).toBeGreaterThan(0.5 / colourSets.length);
    expect(share).toBeLessThan(1.5 / colourSets.length);
  }
});
