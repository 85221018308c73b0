import type { Sound } from '../sound.ts';

/**
 * Fade a sound in and out, so that neither end is an abrupt step, which clicks. The first and the
 * last sample are 0. The fades are raised cosines, in seconds; in a short sound they meet in the
 * middle.
 */
export function applyFades({ samples, sampleRate }: Sound, inSeconds: number, outSeconds = inSeconds): Sound {
  const result = samples.slice();
  const half = Math.ceil(samples.length / 2);
  const fadeIn = Math.min(half, Math.ceil(inSeconds * sampleRate));
  const fadeOut = Math.min(half, Math.ceil(outSeconds * sampleRate));
  for (let at = 0; at < fadeIn; at++) result[at] = (result[at] ?? 0) * raisedCosine(at / fadeIn);
  for (let at = 0; at < fadeOut; at++) {
    const fromEnd = result.length - 1 - at;
    result[fromEnd] = (result[fromEnd] ?? 0) * raisedCosine(at / fadeOut);
  }
  return { samples: result, sampleRate };
}

/** Return a raised cosine from 0 to 1. */
function raisedCosine(share: number): number {
  return 0.5 - 0.5 * Math.cos(Math.PI * share);
}
