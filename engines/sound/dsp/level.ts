import type { Sound } from '../sound.ts';

/** Convert decibels to a gain: 6 dB is a factor of two. */
export function gainOf(decibels: number): number {
  return 10 ** (decibels / 20);
}

/** Convert an amplitude (1 is full scale) to decibels; -Infinity for 0. */
export function decibelsOf(amplitude: number): number {
  return 20 * Math.log10(amplitude);
}

/**
 * Make a sound louder by some decibels, or softer if negative. Nothing is limited: see limiter.ts.
 */
export function applyGain({ samples, sampleRate }: Sound, decibels: number): Sound {
  const gain = gainOf(decibels);
  const result = new Float32Array(samples.length);
  for (let at = 0; at < result.length; at++) result[at] = (samples[at] as number) * gain;
  return { samples: result, sampleRate };
}

/** Return the largest absolute sample. */
export function samplePeakOf({ samples }: Sound): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}
