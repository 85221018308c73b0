import { claimPlayback } from '#web/audio/exclusivePlayback.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { createStore } from '#web/lib/store.ts';

/** The voice sample that plays or loads. */
interface Listening {
  /** Identifies the control that shows it, such as "preview/v1". */
  key: string;
  state: 'coming' | 'playing';
}

export const currentSample = createStore<Listening | null>(null);

/**
 * Why a sample does not play: it failed to load, the browser requires another press, or it cannot
 * be played.
 */
export type SampleProblem =
  | { type: 'missing'; error: unknown }
  | { type: 'blocked' }
  | { type: 'broken'; error: unknown };

interface ListenInput {
  key: string;
  /** Return the address of the sound, or the sound itself. */
  sound: () => string | Promise<Blob>;
  onTrouble: (trouble: SampleProblem) => void;
}

/** Stops the playing sample. */
let stopNow: (() => void) | null = null;

export function stopSample(): void {
  stopNow?.();
}

/** Play the sample, or stop it while it plays. Other playback ends (docs/spec/audio.md). */
export async function toggleSample({ key, sound, onTrouble }: ListenInput): Promise<void> {
  const wasPlaying = currentSample.get()?.key === key;
  stopSample();
  if (wasPlaying) return;
  // Created synchronously in the press, because some browsers play only such elements.
  const audio = new Audio();
  let address: string | null = null;
  let isOver = false;
  const stop = () => {
    if (isOver) return;
    isOver = true;
    stopNow = null;
    release();
    audio.pause();
    if (address !== null) URL.revokeObjectURL(address);
    currentSample.set(null);
  };
  const release = claimPlayback(stop);
  stopNow = stop;
  currentSample.set({ key, state: 'coming' });
  const fail = (trouble: SampleProblem) => {
    if (isOver) return;
    stop();
    onTrouble(trouble);
  };
  let url: string;
  try {
    const made = await sound();
    if (isOver) return;
    if (typeof made !== 'string') address = URL.createObjectURL(made);
    url = typeof made === 'string' ? made : (address as string);
  } catch (error) {
    return fail({ type: 'missing', error });
  }
  audio.src = hrefOf(url);
  audio.onended = stop;
  audio.onerror = () => fail({ type: 'broken', error: audio.error });
  try {
    await audio.play();
    if (!isOver) currentSample.set({ key, state: 'playing' });
  } catch (error) {
    const isBlocked = error instanceof DOMException && error.name === 'NotAllowedError';
    fail(isBlocked ? { type: 'blocked' } : { type: 'broken', error });
  }
}
