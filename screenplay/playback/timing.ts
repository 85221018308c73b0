/*
 * Start times of elements during playback (docs/spec/audio.md, decision OQ-75). Seconds are seconds
 * of audio, so that the proportions are the same at any playback speed.
 */

/** Pause after each element, except before an overlapping one. */
export const pauseSeconds = 0.3;
/** Shorter overlaps are ignored. */
export const minOverlapSeconds = 0.1;
/** Minimum time for which an element plays alone, whatever the overlap. */
export const minAloneSeconds = 0.1;
/** Duration assumed for a sound whose duration is unknown. */
export const unknownDurationSeconds = 3;

/** Return the duration of a sound file; an estimate if it is NaN or not positive. */
export function durationOrEstimate(durationSeconds: number): number {
  return Number.isFinite(durationSeconds) && durationSeconds > 0 ? durationSeconds : unknownDurationSeconds;
}

/** Return whether the next element begins before the end of an element with this overlap. */
export function isOverlapping(overlapSeconds: number): boolean {
  return overlapSeconds >= minOverlapSeconds;
}

/** Return the seconds from the start of an element to the start of the next one. */
export function nextStartSeconds(durationSeconds: number, overlapSeconds: number): number {
  const seconds = durationOrEstimate(durationSeconds);
  if (!isOverlapping(overlapSeconds)) return seconds + pauseSeconds;
  return Math.max(minAloneSeconds, seconds - overlapSeconds);
}
