/**
 * Markers on a sound, in seconds: none, one, or a start and an end. They limit Play (decision
 * OQ-79).
 */
export type Clip = readonly [] | readonly [number] | readonly [number, number];

/** Add a marker: start and end in order of time. After two it starts again. */
export function withMarker(clip: Clip, seconds: number): Clip {
  const [first] = clip;
  if (clip.length !== 1 || first === undefined) return [seconds];
  return first <= seconds ? [first, seconds] : [seconds, first];
}

/** Return the part that Play plays: from a marker to the end, or everything. */
export function playedPart(clip: Clip, durationSeconds: number): { from: number; to: number } {
  return { from: clip[0] ?? 0, to: clip[1] ?? durationSeconds };
}

/** Return a time such as "0:03.1". */
export function clockText(seconds: number): string {
  const tenths = Math.round(Math.max(0, seconds) * 10);
  const minutes = Math.floor(tenths / 600);
  return `${minutes}:${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}`;
}
