import { describe, expect, it } from 'vitest';
import { durationOf } from '../sound.ts';
import { amplitudeAt, joinSounds, sine } from '../testing.ts';
import { applyFilters, type FilterShape } from './biquad.ts';
import { applyFades } from './fade.ts';
import { applyGain, decibelsOf, gainOf, samplePeakOf } from './level.ts';
import { peaksOf } from './peaks.ts';
import { playFaster, resample } from './resample.ts';
import { trimSilence } from './trim.ts';

/** Return the gain of a filter for a tone in decibels, after it has settled. */
function response(shape: FilterShape, hertz: number): number {
  const tone = applyFilters(sine(hertz, 1, 1), shape);
  return decibelsOf(amplitudeAt({ ...tone, samples: tone.samples.slice(22_050) }, hertz));
}

describe('applyFilters', () => {
  it.each<[FilterShape, number, number]>([
    [{ type: 'lowpass', hertz: 1000 }, 100, 0],
    [{ type: 'lowpass', hertz: 1000 }, 1000, -3],
    [{ type: 'lowpass', hertz: 1000 }, 4000, -24.3],
    [{ type: 'highpass', hertz: 1000 }, 1000, -3],
    [{ type: 'highpass', hertz: 1000 }, 250, -24.1],
    [{ type: 'bandpass', hertz: 1000, q: 5 }, 1000, 0],
    [{ type: 'bell', hertz: 2000, q: 2, decibels: 9 }, 2000, 9],
    [{ type: 'bell', hertz: 2000, q: 2, decibels: -9 }, 100, 0],
    [{ type: 'lowShelf', hertz: 500, decibels: 6 }, 50, 6],
    [{ type: 'lowShelf', hertz: 500, decibels: 6 }, 500, 3],
    [{ type: 'lowShelf', hertz: 500, decibels: 6 }, 5000, 0],
    [{ type: 'highShelf', hertz: 3000, decibels: -6 }, 15_000, -6],
    [{ type: 'highShelf', hertz: 3000, decibels: -6 }, 3000, -3],
    [{ type: 'highShelf', hertz: 3000, decibels: -6 }, 100, 0],
  ])('applies %j to %d Hz with %d dB', (shape, hertz, decibels) => {
    expect(Math.abs(response(shape, hertz) - decibels)).toBeLessThan(0.3);
  });

  it('removes a tone, and stays stable when the sample rate is too low for the corner', () => {
    expect(response({ type: 'notch', hertz: 1000, q: 2 }, 1000)).toBeLessThan(-60);
    expect(
      samplePeakOf(applyFilters(sine(1000, 1, 1, 22_050), { type: 'lowpass', hertz: 18_000 })),
    ).toBeLessThan(1.1);
  });
});

describe('resampled', () => {
  it.each([
    [22_050, 44_100],
    [44_100, 22_050],
    [48_000, 44_100],
  ])('preserves a tone from %d to %d', (from, to) => {
    const tone = resample(sine(997, 0.5, 1, from), to);
    expect(durationOf(tone)).toBeCloseTo(1, 4);
    expect(amplitudeAt(tone, 997)).toBeCloseTo(0.5, 3);
    const error = tone.samples.map((sample, at) => sample - 0.5 * Math.sin((2 * Math.PI * 997 * at) / to));
    const inner = { samples: error.slice(1000, -1000), sampleRate: to };
    expect(decibelsOf(samplePeakOf(inner))).toBeLessThan(-60);
  });

  it('removes frequencies that the lower rate cannot represent', () => {
    const tone = resample(applyFades(sine(15_000, 1, 1), 0.1), 22_050);
    expect(decibelsOf(samplePeakOf(tone))).toBeLessThan(-60);
  });

  it('keeps pitch and duration, unlike faster playback', () => {
    const tone = playFaster(sine(500, 0.5, 1), 1.2);
    expect(durationOf(tone)).toBeCloseTo(1 / 1.2, 3);
    expect(amplitudeAt(tone, 600)).toBeCloseTo(0.5, 2);
  });
});

describe('ends of a sound', () => {
  it('fade from and to zero, even in a sound shorter than its fades', () => {
    for (const seconds of [1, 0.003, 2 / 44_100]) {
      const { samples } = applyFades(
        { ...sine(0, 0, seconds), samples: sine(0, 0, seconds).samples.fill(1) },
        0.01,
      );
      expect([samples[0], samples.at(-1)]).toEqual([0, 0]);
    }
    expect(applyFades(sine(100, 1, 0), 0.01).samples).toHaveLength(0);
  });

  it('are trimmed to a short silence', () => {
    const silence = sine(0, 0, 1);
    const sound = trimSilence(joinSounds(silence, sine(500, 0.5, 0.5), silence), { paddingSeconds: 0.02 });
    expect(durationOf(sound)).toBeCloseTo(0.54, 2);
    expect(trimSilence(silence).samples).toHaveLength(0);
    expect(trimSilence(applyGain(sine(500, 1, 1), -60)).samples).toHaveLength(0);
  });
});

describe('peaksOf', () => {
  it('returns the peak of each section as a bar', () => {
    const bars = peaksOf(joinSounds(sine(500, 0.25, 1), sine(500, 0.75, 1)), 200);
    expect(bars).toHaveLength(200);
    expect(Math.max(...bars.slice(0, 100))).toBeCloseTo(0.25, 2);
    expect(Math.min(...bars.slice(100))).toBeCloseTo(0.75, 1);
  });

  it('returns bars for a few samples, for none, and for a clipped sound', () => {
    const three = { samples: new Float32Array([0, -2, 0.5]), sampleRate: 44_100 };
    expect(peaksOf(three, 6)).toEqual([0, 0, 1, 1, 0.5, 0.5]);
    expect(peaksOf({ ...three, samples: new Float32Array(0) }, 3)).toEqual([0, 0, 0]);
  });
});

it('converts decibels to gains and back', () => {
  expect(gainOf(6)).toBeCloseTo(1.995, 3);
  expect(decibelsOf(gainOf(-17))).toBeCloseTo(-17, 9);
});
