import { applyFilters, type FilterShape } from '../dsp/biquad.ts';
import { playFaster } from '../dsp/resample.ts';
import type { Sound } from '../sound.ts';
import type { VoiceRecipe } from './recipe.ts';

/** Reflections of a small room: delay and share of the voice. */
const reflections: [seconds: number, share: number][] = [
  [0.0113, 0.5],
  [0.0191, -0.42],
  [0.0277, 0.34],
  [0.0371, 0.27],
  [0.0489, -0.2],
  [0.0633, 0.14],
];

/**
 * Apply the voice's timbre to the engine's speech: size, tones, breath and room. The size comes
 * from faster playback, so the engine must speak lower and slower by the tract.
 */
export function applyTimbre(spoken: Sound, recipe: VoiceRecipe): Sound {
  const sized = playFaster(spoken, recipe.tract);
  const toned = applyFilters(sized, ...tonesOf(recipe));
  return inRoom(withBreath(toned, recipe.breath), recipe.room);
}

function tonesOf({
  pitchHertz,
  warmthDecibels,
  presenceDecibels,
  airDecibels,
}: VoiceRecipe): [FilterShape, ...FilterShape[]] {
  const shapes: FilterShape[] = [];
  if (warmthDecibels !== 0) shapes.push({ type: 'lowShelf', hertz: 300, decibels: warmthDecibels });
  if (presenceDecibels !== 0) shapes.push({ type: 'bell', hertz: 2600, q: 0.8, decibels: presenceDecibels });
  if (airDecibels !== 0) shapes.push({ type: 'highShelf', hertz: 5000, decibels: airDecibels });
  // Below its lowest tone a voice has only rumble.
  return [{ type: 'highpass', hertz: 0.6 * pitchHertz }, ...shapes];
}

/** Add breath that follows the level of the voice. The noise is always the same. */
function withBreath(sound: Sound, breath: number): Sound {
  if (breath === 0) return sound;
  const { samples, sampleRate } = sound;
  const air = applyFilters(noise(samples.length, sampleRate), {
    type: 'bandpass',
    hertz: 4200,
    q: 0.6,
  }).samples;
  // Level of the voice over about ten milliseconds.
  const follow = 1 - Math.exp(-1 / (0.012 * sampleRate));
  const result = new Float32Array(samples.length);
  let level = 0;
  for (let at = 0; at < result.length; at++) {
    const sample = samples[at] as number;
    level += follow * (Math.abs(sample) - level);
    result[at] = sample * (1 - 0.35 * breath) + (air[at] as number) * level * breath;
  }
  return { samples: result, sampleRate };
}

/** Return white noise from a shift generator (xorshift32) with a fixed seed. */
function noise(length: number, sampleRate: number): Sound {
  const samples = new Float32Array(length);
  let state = 0x2545f491;
  for (let at = 0; at < length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    samples[at] = state / 2 ** 31;
  }
  return { samples, sampleRate };
}

/** Add the reflections of a room, which make the sound longer. */
function inRoom(sound: Sound, room: number): Sound {
  if (room === 0) return sound;
  const { samples, sampleRate } = sound;
  const lastSeconds = reflections.at(-1)?.[0] ?? 0;
  const result = new Float32Array(samples.length + Math.ceil(lastSeconds * sampleRate));
  result.set(samples);
  // Walls absorb high tones first.
  const dull = applyFilters(sound, { type: 'lowpass', hertz: 3200 }).samples;
  for (const [seconds, share] of reflections) {
    const delay = Math.round(seconds * sampleRate);
    for (let at = 0; at < dull.length; at++)
      result[at + delay] = (result[at + delay] as number) + (dull[at] as number) * share * room;
  }
  return { samples: result, sampleRate };
}
