import { applyFilters, type FilterShape } from '../dsp/biquad.ts';
import { playedFaster } from '../dsp/resample.ts';
import type { Sound } from '../sound.ts';
import type { VoiceRecipe } from './recipe.ts';

/** Reflections of a small room: when they come, and how much of the voice they have. */
const reflections: [seconds: number, share: number][] = [
  [0.0113, 0.5],
  [0.0191, -0.42],
  [0.0277, 0.34],
  [0.0371, 0.27],
  [0.0489, -0.2],
  [0.0633, 0.14],
];

/**
 * What the engine spoke, in the colour of the voice: its size, its tones, its breath and the room around it. The engine
 * has to speak lower and slower by the tract than is wanted, because playing it faster gives the size.
 */
export function applyTimbre(spoken: Sound, recipe: VoiceRecipe): Sound {
  const sized = playedFaster(spoken, recipe.tract);
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
  // Below its lowest tone a voice has nothing but rumble.
  return [{ type: 'highpass', hertz: 0.6 * pitchHertz }, ...shapes];
}

/** Air that goes with the voice, as loud as that is at each moment. The noise is the same each time. */
function withBreath(sound: Sound, breath: number): Sound {
  if (breath === 0) return sound;
  const { samples, sampleRate } = sound;
  const air = applyFilters(noise(samples.length, sampleRate), {
    type: 'bandpass',
    hertz: 4200,
    q: 0.6,
  }).samples;
  // The level of the voice over some ten milliseconds.
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

/** White noise by a generator of shifts (xorshift32), from the same seed each time. */
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

/** The voice with what comes back from the walls; longer by the last of it. */
function inRoom(sound: Sound, room: number): Sound {
  if (room === 0) return sound;
  const { samples, sampleRate } = sound;
  const lastSeconds = reflections.at(-1)?.[0] ?? 0;
  const result = new Float32Array(samples.length + Math.ceil(lastSeconds * sampleRate));
  result.set(samples);
  // Walls take the high tones first.
  const dull = applyFilters(sound, { type: 'lowpass', hertz: 3200 }).samples;
  for (const [seconds, share] of reflections) {
    const delay = Math.round(seconds * sampleRate);
    for (let at = 0; at < dull.length; at++)
      result[at + delay] = (result[at + delay] as number) + (dull[at] as number) * share * room;
  }
  return { samples: result, sampleRate };
}
