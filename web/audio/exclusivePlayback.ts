/** Ends what is heard now; null while nothing is. */
let stopHeard: (() => void) | null = null;

/**
 * One thing is heard at a time in the whole application (docs/spec/audio.md): a preview of a voice, a line, a script.
 * Whatever begins to be heard ends what was; `stop` is called when something else begins. Gives what is to be called
 * when it is over.
 */
export function claimPlayback(stop: () => void): () => void {
  const before = stopHeard;
  stopHeard = stop;
  before?.();
  return () => {
    if (stopHeard === stop) stopHeard = null;
  };
}

/** Ends whatever is heard, such as when a screen is left. */
export function stopCurrentPlayback(): void {
  const stop = stopHeard;
  stopHeard = null;
  stop?.();
}
