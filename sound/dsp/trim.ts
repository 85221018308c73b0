import type { Sound } from '../sound.ts';
import { gainOf } from './level.ts';

/**
 * Remove the silence at both ends: samples softer than `thresholdDecibels` below full scale.
 * `keepSeconds` of it stay on either side. Silence alone becomes an empty sound.
 */
export function trimSilence(
  { samples, sampleRate }: Sound,
  { thresholdDecibels = -50, keepSeconds = 0.03 }: { thresholdDecibels?: number; keepSeconds?: number } = {},
): Sound {
  const threshold = gainOf(thresholdDecibels);
  const isHeard = (sample: number) => Math.abs(sample) >= threshold;
  const first = samples.findIndex(isHeard);
  if (first === -1) return { samples: new Float32Array(0), sampleRate };
  const keep = Math.round(keepSeconds * sampleRate);
  const end = samples.findLastIndex(isHeard) + 1;
  return { samples: samples.slice(Math.max(0, first - keep), end + keep), sampleRate };
}
