import { describe, expect, it } from 'vitest';
import { diceOf } from '#screenplay/dice.ts';
import { loudnessOf } from '../dsp/loudness.ts';
import { truePeakOf } from '../dsp/truePeak.ts';
import { durationOf, fileSampleRate } from '../sound.ts';
import { rootMeanSquare } from './craft/signal.ts';
import { effectFor } from './effect.ts';
import { effectKinds, effectRecipes } from './kinds/kinds.ts';
import { onsetsOf, spectralCentroid } from './testing.ts';

describe('effectFor', () => {
  it.each(effectKinds)('makes a sound of kind %s', (kind) => {
    const { make, seconds } = effectRecipes[kind];
    const signal = make({
      seconds: Math.min(seconds, 0.6),
      strength: 0.5,
      tempo: 1,
      index: 0,
      dice: diceOf(kind),
    });
    expect(Number.isFinite(rootMeanSquare(signal))).toBe(true);
    expect(rootMeanSquare(signal)).toBeGreaterThan(0.0005);
  });

  it('returns the same sound for the same words, and another for other words', () => {
    const once = effectFor('a dog barks', { seconds: 1.5 });
    expect(effectFor('a dog barks', { seconds: 1.5 })).toEqual(once);
    expect(effectFor('the dog barks', { seconds: 1.5 }).sound.samples).not.toEqual(once.sound.samples);
  });

  it.each([
    ['thunder', 0.5, 0.5],
    ['silence', 22, 22],
    ['three knocks', 3.3, 3.3],
    ['wind', 0, 0.5],
    ['room tone', 99, 22],
  ])('makes "%s" with %d seconds requested %d seconds long', (text, seconds, lasts) => {
    expect(durationOf(effectFor(text, { seconds }).sound)).toBeCloseTo(lasts, 3);
  });

  it.each([
    'heavy rain with distant thunder',
    'three knocks',
    'explosion',
    'a clock ticks',
    'church bells toll',
  ])('makes %s with silent ends, without clipping, and as loud as its peaks allow', (text) => {
    const { sound } = effectFor(text, { seconds: 2.5 });
    expect([sound.samples[0], sound.samples.at(-1)].map(Math.abs as (sample?: number) => number)).toEqual([
      0, 0,
    ]);
    expect(sound.sampleRate).toBe(fileSampleRate);
    expect(truePeakOf(sound)).toBeLessThan(0.9);
    const loudness = loudnessOf(sound);
    expect(loudness).toBeLessThan(-15);
    expect(loudness > -17 || truePeakOf(sound) > 0.75).toBe(true);
  });

  it.each([
    ['three knocks', 3],
    ['four knocks on a door', 4],
    ['two blows of a hammer', 2],
    ['three dog barks', 3],
    ['six steps on stone', 6],
  ])('makes %s with %i onsets', (text, count) => {
    expect(onsetsOf(effectFor(text, { seconds: 2.6, influence: 1 }).sound)).toHaveLength(count);
  });

  it('orders kinds from deep to high by their spectrum', () => {
    const order = [
      'a heartbeat',
      'the horn of a ship',
      'a murmuring crowd',
      'running water',
      'rain',
      'crickets',
    ];
    const centroids = order.map((text) => spectralCentroid(effectFor(text, { seconds: 1 }).sound));
    expect(centroids).toEqual(centroids.toSorted((one, other) => one - other));
  });

  it('makes four floors sound different', () => {
    const [wood, snow, grass, gravel] = ['wood', 'snow', 'grass', 'gravel'].map((floor) =>
      spectralCentroid(effectFor(`steps on ${floor}`, { seconds: 1.2 }).sound),
    ) as [number, number, number, number];
    expect(wood * 2).toBeLessThan(snow);
    expect(snow * 1.2).toBeLessThan(grass);
    expect(grass * 1.1).toBeLessThan(gravel);
  });

  it('makes distant and muffled sounds duller', () => {
    const centroid = (text: string) => spectralCentroid(effectFor(text, { seconds: 1 }).sound);
    expect(centroid('distant rain')).toBeLessThan(centroid('rain') / 2);
    expect(centroid('rain behind a wall')).toBeLessThan(centroid('distant rain'));
  });

  it('makes a dark mood duller and a calm one softer', () => {
    const centroid = (text: string) => spectralCentroid(effectFor(text, { seconds: 1 }).sound);
    for (const noun of ['rain', 'applause']) {
      const [dark, calm, plain] = [`eerie ${noun}`, `peaceful ${noun}`, noun].map(centroid) as [
        number,
        number,
        number,
      ];
      expect([noun, dark < calm, calm < plain]).toEqual([noun, true, true]);
    }
  });

  it('keeps a stated duration', () => {
    const { samples } = effectFor('applause for one second', { seconds: 4, influence: 1 }).sound;
    const strength = (from: number, to: number) =>
      Math.hypot(
        ...samples.subarray(from * fileSampleRate, to * fileSampleRate).filter((_, at) => at % 16 === 0),
      );
    expect(strength(3, 3.9)).toBeLessThan(strength(0, 0.9) / 20);
  });

  it('makes an approaching sound louder', () => {
    const { samples } = effectFor('a siren approaching', { seconds: 4 }).sound;
    const strength = (from: number, to: number) =>
      Math.hypot(...samples.subarray(from, to).filter((_, at) => at % 16 === 0));
    expect(strength(0, 40_000) * 3).toBeLessThan(strength(samples.length - 60_000, samples.length - 20_000));
  });

  it('adds a background only when the influence is low', () => {
    expect(effectFor('a dog barks', { seconds: 2, influence: 1 }).made).toEqual([
      'a dog that barks, 3 times',
    ]);
    expect(effectFor('a dog barks', { seconds: 2, influence: 0.5 }).made).toHaveLength(1);
    expect(effectFor('a dog barks', { seconds: 2, influence: 0 }).made[1]).toMatch(/^crickets/);
  });

  it('describes what was made and what was not', () => {
    expect(effectFor('three soft knocks, far away', { seconds: 2 }).made).toEqual([
      'knocks on a door, 3 times, soft, far away',
    ]);
    expect(effectFor('An elephant', { seconds: 1 })).toMatchObject({
      made: ['a cow'],
      unknown: true,
      nearest: 'a cow',
      missing: ['elephant'],
    });
    expect(effectFor('🎬', { seconds: 1 })).toMatchObject({
      made: ['quiet of a room'],
      unknown: true,
      nearest: null,
    });
  });
});
