import type { Sound } from '../sound.ts';
import { sincWeights } from './sinc.ts';

/** Samples read on either side when the rate does not fall. */
const zeroCrossings = 20;
/**
 * Positions between two samples with separate weights. An error of 1/256 of a sample is -70 dB at
 * the highest tones.
 */
const phases = 256;

/**
 * Resample a sound to another rate. Frequencies that the lower rate cannot represent are removed.
 */
export function resample({ samples, sampleRate }: Sound, toRate: number): Sound {
  if (toRate === sampleRate) return { samples, sampleRate };
  const step = sampleRate / toRate;
  return { samples: readAtSteps(samples, step), sampleRate: toRate };
}

/**
 * Play a sound `factor` times as fast. It becomes shorter, and pitch and formants rise. To raise
 * only the formants, the original must be spoken lower and slower by the same factor.
 */
export function playFaster({ samples, sampleRate }: Sound, factor: number): Sound {
  return { samples: factor === 1 ? samples : readAtSteps(samples, factor), sampleRate };
}

/** Read samples at 0, step, 2 step … with the weights of the nearest phase. */
function readAtSteps(samples: Float32Array, step: number): Float32Array {
  const cutoff = 0.95 * Math.min(1, 1 / step);
  const reach = Math.ceil(zeroCrossings * Math.max(1, step));
  const table = weightsFor(step, reach, cutoff);
  const result = new Float32Array(Math.ceil(samples.length / step));
  for (let at = 0; at < result.length; at++) {
    const place = at * step;
    const left = Math.floor(place);
    const weights = table[Math.round((place - left) * phases)] as Float32Array;
    const first = left - reach + 1;
    const from = Math.max(0, -first);
    const to = Math.min(weights.length, samples.length - first);
    let sum = 0;
    for (let tap = from; tap < to; tap++) sum += (weights[tap] as number) * (samples[first + tap] as number);
    result[at] = sum;
  }
  return result;
}

/** Cached tables of recent steps: a voice uses the same one for every phrase. */
const tables = new Map<number, Float32Array[]>();
const maxTables = 8;

function weightsFor(step: number, reach: number, cutoff: number): Float32Array[] {
  const known = tables.get(step);
  if (known) return known;
  const table = Array.from({ length: phases + 1 }, (_, phase) => sincWeights(phase / phases, reach, cutoff));
  if (tables.size >= maxTables) tables.clear();
  tables.set(step, table);
  return table;
}
