/** Stops the current playback; null while nothing plays. */
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

/** Stop the current playback, such as when a screen is closed. */
export function stopCurrentPlayback(): void {
  const stop = stopCurrent;
  stopCurrent = null;
  stop?.();
}
