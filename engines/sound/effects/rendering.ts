import type { Dice } from '#screenplay/dice.ts';
import { lowPass } from './craft/filter.ts';
import { type EffectSpace, echoes } from './craft/room.ts';
import { applyEnvelope } from './craft/shape.ts';
import { amplify, mixIn, peakAmplitude, rootMeanSquare, silence } from './craft/signal.ts';
import { effectRecipes } from './kinds/kinds.ts';
import type { EffectMood } from './modifiers.ts';
import type { PlacedLayer } from './placing.ts';

/** Strength of an average bed and peak of an average event, so that both are audible together. */
const bedStrength = 0.12;
const eventPeak = 0.75;
/** Fade time of a bed at both ends, so that it is not cut off. */
const bedEdgeSeconds = 0.35;

interface Surroundings {
  space: EffectSpace | null;
  mood: EffectMood;
  dice: Dice;
}

/** Render one layer over the whole length, as heard at the microphone. */
export function renderLayer(placing: PlacedLayer, seconds: number, { space, mood, dice }: Surroundings) {
  const dry = amplify(dryLayer(placing, seconds, mood, dice), gainFor(placing));
  const { distance, isMuffled, trend } = placing.layer;
  let signal: Float32Array<ArrayBuffer> = dry;
  if (isMuffled) signal = lowPass(lowPass(signal, 520), 900);
  if (distance === 'far') signal = lowPass(signal, 1700, 0.6);
  if (mood === 'dark') signal = lowPass(signal, 3800);
  if (mood === 'calm') signal = lowPass(signal, 6500);
  if (trend) applyEnvelope(signal, trendOf(placing, seconds));
  const wet = wetness(placing, space, mood);
  if (wet === 0) return signal;
  const result = amplify(signal.slice(), distance === 'far' ? 0.75 : 1);
  mixIn(result, echoes(signal, space ?? (distance === 'far' ? 'open' : 'room')), 0, wet);
  return result;
}

function dryLayer(
  { layer, starts, seconds: length }: PlacedLayer,
  seconds: number,
  mood: EffectMood,
  dice: Dice,
) {
  const recipe = effectRecipes[layer.kind];
  const signal = silence(seconds);
  const tempo = layer.tempo * (mood === 'dark' || mood === 'calm' ? 0.85 : 1);
  const strength = mood === 'calm' ? layer.strength * 0.7 : layer.strength;
  let gain = 0;
  for (const [index, start] of starts.entries()) {
    const event = recipe.make({ seconds: length, strength, tempo, index, dice });
    if (index === 0)
      gain =
        recipe.nature === 'bed'
          ? bedStrength / nonZero(rootMeanSquare(event))
          : eventPeak / nonZero(peakAmplitude(event));
    if (recipe.nature === 'bed') edges(event, length);
    mixIn(signal, event, start, gain);
  }
  return signal;
}

function edges(bed: Float32Array, seconds: number): void {
  const edge = Math.min(bedEdgeSeconds, seconds / 5);
  applyEnvelope(bed, [
    [0, 0],
    [edge, 1],
    [seconds - edge, 1],
    [seconds, 0],
  ]);
}

function gainFor({ layer: { distance, strength, isMuffled } }: PlacedLayer): number {
  const near = { near: 1.25, middle: 1, far: 0.45 }[distance];
  return near * (0.55 + 0.9 * strength) * (isMuffled ? 0.8 : 1);
}

function trendOf({ layer: { trend }, starts, seconds: length }: PlacedLayer, seconds: number) {
  const from = starts[0] ?? 0;
  const to = Math.min(seconds, (starts.at(-1) ?? 0) + length);
  const rising: [number, number][] = [
    [from, 0.06],
    [from + (to - from) * 0.6, 0.4],
    [to, 1],
  ];
  const falling: [number, number][] = [
    [from, 1],
    [from + (to - from) * 0.4, 0.4],
    [to, 0.06],
  ];
  return trend === 'comes' ? rising : falling;
}

function wetness({ layer: { distance } }: PlacedLayer, space: EffectSpace | null, mood: EffectMood): number {
  const place = space === 'hall' ? 0.55 : space === 'room' ? 0.22 : space === 'open' ? 0.08 : 0.06;
  const away = { near: 0.4, middle: 1, far: 2.2 }[distance];
  return Math.min(0.9, place * away + (mood === 'dark' ? 0.15 : 0));
}

function nonZero(value: number): number {
  return value > 1e-9 ? value : 1;
}
