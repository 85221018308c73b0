import type { Sound } from '../sound.ts';
import { gainOf } from './level.ts';

/**
 * Remove the silence at both ends: samples softer than `thresholdDecibels` below full scale.
 * `paddingSeconds` of it stay on either side. Silence alone becomes an empty sound.
 */
export function trimSilence(
  { samples, sampleRate }: Sound,
  {
    thresholdDecibels = -50,
    paddingSeconds = 0.03,
  }: { thresholdDecibels?: number; paddingSeconds?: number } = {},
): Sound {
  const threshold = gainOf(thresholdDecibels);
  const isAudible = (sample: number) => Math.abs(sample) >= threshold;
  const first = samples.findIndex(isAudible);
  if (first === -1) return { samples: new Float32Array(0), sampleRate };
  const padding = Math.round(paddingSeconds * sampleRate);
  const end = samples.findLastIndex(isAudible) + 1;
  return { samples: samples.slice(Math.max(0, first - padding), end + padding), sampleRate };
}
