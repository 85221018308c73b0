/** Markers on a sound, in seconds: none, one, or a start and an end. They bound Play (decision OQ-79). */
export type Clip = readonly [] | readonly [number] | readonly [number, number];

/** One more marker: start and end in order of time; after two it starts over. */
export function withMarker(clip: Clip, seconds: number): Clip {
  const [first] = clip;
  if (clip.length !== 1 || first === undefined) return [seconds];
  return first <= seconds ? [first, seconds] : [seconds, first];
}

/** What Play goes through; from one marker to the end, and all of it without. */
export function playedPart(clip: Clip, durationSeconds: number): { from: number; to: number } {
  return { from: clip[0] ?? 0, to: clip[1] ?? durationSeconds };
}

/** "0:03.1" */
export function clockText(seconds: number): string {
  const tenths = Math.round(Math.max(0, seconds) * 10);
  const minutes = Math.floor(tenths / 600);
  return `${minutes}:${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}`;
}
