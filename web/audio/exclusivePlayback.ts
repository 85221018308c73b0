/** Ends what is heard now; null while nothing is. */
let stopCurrent: (() => void) | null = null;

/**
 * Claim playback: one sound source plays at a time in the application (docs/spec/audio.md): a voice
 * preview, a line, a script. A new claim ends the previous one by its `stop`. Return a function to
 * call at the end.
 */
export function claimPlayback(stop: () => void): () => void {
  const before = stopCurrent;
  stopCurrent = stop;
  before?.();
  return () => {
    if (stopCurrent === stop) stopCurrent = null;
  };
}

/** Ends whatever is heard, such as when a screen is left. */
export function stopCurrentPlayback(): void {
  const stop = stopCurrent;
  stopCurrent = null;
  stop?.();
}
