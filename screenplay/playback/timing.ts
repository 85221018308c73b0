/*
 * When the next element begins (docs/spec/audio.md, decision OQ-75). All in seconds of what is heard, so that a
 * playback that is slower or faster keeps its proportions.
 */

/** After each element; not before one that overlaps. */
export const pauseSeconds = 0.3;
/** An overlap that is shorter counts as none. */
export const minOverlapSeconds = 0.1;
/** So long an element is heard alone, however long the overlap. */
export const minAloneSeconds = 0.1;
/** The length of a sound that does not tell its own. */
export const unknownDurationSeconds = 3;

/** The length of a sound as its file tells it, which is not a number where it does not. */
export function durationOrEstimate(durationSeconds: number): number {
  return Number.isFinite(durationSeconds) && durationSeconds > 0 ? durationSeconds : unknownDurationSeconds;
}

/** Whether the next element begins before the end of one with this overlap. */
export function isOverlapping(overlapSeconds: number): boolean {
  return overlapSeconds >= minOverlapSeconds;
}

/** How long after the start of an element the next one starts. */
export function nextStartSeconds(durationSeconds: number, overlapSeconds: number): number {
  const seconds = durationOrEstimate(durationSeconds);
  if (!isOverlapping(overlapSeconds)) return seconds + pauseSeconds;
  return Math.max(minAloneSeconds, seconds - overlapSeconds);
}
