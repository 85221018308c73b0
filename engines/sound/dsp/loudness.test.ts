import { describe, expect, it } from 'vitest';
import { joinSounds, sine } from '../testing.ts';
import { gainOf } from './level.ts';
import { loudnessFilters, loudnessOf } from './loudness.ts';

describe('loudness by ITU-R BS.1770', () => {
  it('uses the filters of the recommendation at 48,000 samples per second', () => {
    const [head, deep] = loudnessFilters(48_000);
    expect(head.b0).toBeCloseTo(1.53512485958697, 8);
    expect(head.b1).toBeCloseTo(-2.69169618940638, 8);
    expect(head.b2).toBeCloseTo(1.19839281085285, 8);
    expect(head.a1).toBeCloseTo(-1.69065929318241, 8);
    expect(head.a2).toBeCloseTo(0.73248077421585, 8);
    expect(deep.a1).toBeCloseTo(-1.99004745483398, 8);
    expect(deep.a2).toBeCloseTo(0.99007225036621, 8);
  });

  it.each([22_050, 44_100, 48_000])('measures a full-scale tone of 997 Hz as -3.01 LUFS at %d', (rate) => {
    expect(loudnessOf(sine(997, 1, 2, rate))).toBeCloseTo(-3.01, 1);
  });

  // EBU Tech 3341, cases 1 and 3 for one channel, within its tolerance of 0.1 LU. The same tone in
  // both channels of a file reads 3 LU more.
  it('measures a soft tone at its level and ignores pauses of a loud one', () => {
    expect(loudnessOf(sine(1000, gainOf(-23), 5))).toBeCloseTo(-26.01, 1);
    const soft = sine(1000, gainOf(-36), 5);
    const gated = loudnessOf(joinSounds(soft, sine(1000, gainOf(-23), 20), soft));
    expect(Math.abs(gated - -26.01)).toBeLessThan(0.1);
  });

  it('measures a word of a fifth of a second, and silence as -Infinity', () => {
    expect(loudnessOf(sine(997, gainOf(-20), 0.2))).toBeCloseTo(-23, 0);
    expect(loudnessOf(sine(997, 0, 1))).toBe(Number.NEGATIVE_INFINITY);
    expect(loudnessOf(sine(997, 1, 0))).toBe(Number.NEGATIVE_INFINITY);
  });
});
