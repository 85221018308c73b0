import type { Sound } from '../sound.ts';
import { gainOf } from './level.ts';

/**
 * Without the silence at both ends: what stays softer than `thresholdDecibels` below full scale, but for `keepSeconds`
 * on either side of the rest. Of silence nothing is left.
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
