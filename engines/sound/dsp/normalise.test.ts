import { describe, expect, it } from 'vitest';
import { amplitudeAt, joinSounds, sine } from '../testing.ts';
import { applyFades } from './fade.ts';
import { applyGain, decibelsOf, samplePeakOf } from './level.ts';
import { applyLimiter } from './limiter.ts';
import { loudnessOf } from './loudness.ts';
import { atLevel, fileLoudness, fileTruePeak, levelFor, normaliseLoudness } from './normalise.ts';
import { truePeakOf } from './truePeak.ts';

describe('truePeakOf', () => {
  it('finds a peak between samples', () => {
    // At a quarter of the sample rate, sampled at 45°: no sample exceeds 0.707 of the wave's peak.
    const samples = Float32Array.from({ length: 4410 }, (_, at) => Math.sin((Math.PI * (at + 0.5)) / 2));
    const sound = { samples, sampleRate: 44_100 };
    expect(samplePeakOf(sound)).toBeCloseTo(Math.SQRT1_2, 3);
    expect(truePeakOf(applyFades(sound, 0.02))).toBeCloseTo(1, 1);
  });
});

describe('applyLimiter', () => {
  it('reduces peaks and leaves the rest', () => {
    const quiet = sine(440, 0.2, 1);
    expect(applyLimiter(quiet, 0.5)).toBe(quiet);
    const sound = joinSounds(quiet, applyFades(sine(440, 2, 0.2), 0.01), quiet);
    const result = applyLimiter(sound, 0.5);
    expect(truePeakOf(result)).toBeLessThan(0.505);
    expect(result.samples.slice(0, 40_000)).toEqual(sound.samples.slice(0, 40_000));
    // The last tenth of a second is unchanged, except for the remaining release.
    expect(result.samples.at(-100)).toBeCloseTo(sound.samples.at(-100) ?? 0, 2);
  });

  it('adds no audible tones', () => {
    const result = applyLimiter(sine(1000, 1, 1), 0.5);
    expect(amplitudeAt(result, 1000)).toBeCloseTo(0.5, 1);
    expect(decibelsOf(amplitudeAt(result, 3000))).toBeLessThan(-60);
  });
});

describe('normaliseLoudness', () => {
  const speechLike = joinSounds(
    applyFades(sine(220, 0.3, 0.4), 0.02),
    sine(220, 0, 0.3),
    applyFades(sine(900, 0.02, 0.2), 0.02),
    applyFades(sine(180, 0.9, 0.05), 0.005),
    applyFades(sine(330, 0.1, 0.5), 0.02),
  );

  it.each([
    ['a whisper', applyGain(speechLike, -40)],
    ['what clips', applyGain(speechLike, 20)],
    ['one word', applyFades(sine(200, 0.3, 0.15), 0.01)],
    ['a tone', sine(997, 0.01, 3)],
  ])('reaches the loudness for %s, below the peak', (_, sound) => {
    const result = normaliseLoudness(sound);
    expect(Math.abs(loudnessOf(result) - fileLoudness)).toBeLessThan(0.5);
    expect(decibelsOf(truePeakOf(result))).toBeLessThan(fileTruePeak);
  });

  it('uses one level for all parts of a sound', () => {
    const soft = applyGain(speechLike, -6);
    const level = levelFor([speechLike, soft]);
    const [first, second] = [atLevel(speechLike, level), atLevel(soft, level)];
    expect(Math.abs(loudnessOf(joinSounds(first, second)) - fileLoudness)).toBeLessThan(0.5);
    expect(loudnessOf(second)).toBeLessThan(loudnessOf(first) - 3);
  });

  it('leaves silence silent and a click within the peak', () => {
    expect(normaliseLoudness(sine(997, 0, 1)).samples.every((sample) => sample === 0)).toBe(true);
    const samples = new Float32Array(44_100);
    samples[22_000] = 1;
    const click = normaliseLoudness({ samples, sampleRate: 44_100 });
    expect(decibelsOf(truePeakOf(click))).toBeLessThan(fileTruePeak);
  });
});
