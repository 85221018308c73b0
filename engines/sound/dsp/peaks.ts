import type { Sound } from '../sound.ts';

/**
 * Return the bars of a waveform: the largest absolute sample of each of `count` equal sections, 0
 * to 1. A sound with fewer samples repeats them; an empty one is flat.
 */
export function peaksOf({ samples }: Sound, count: number): number[] {
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * samples.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * samples.length) / count));
    let peak = 0;
    for (let at = from; at < to; at++) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return Math.min(1, peak);
  });
}
