import { claimPlayback } from '#web/audio/exclusivePlayback.ts';
import { createStore } from '#web/lib/store.ts';

/** The voice sample that plays or loads. */
interface Listening {
  /** Such as "preview/v1": of the one thing whose control shows it. */
  key: string;
  state: 'coming' | 'playing';
}

export const currentSample = createStore<Listening | null>(null);

/**
 * Why a sample does not play: it failed to load, the browser requires another press, or it is no
 * playable sound.
 */
export type SampleProblem =
  | { type: 'missing'; error: unknown }
  | { type: 'blocked' }
  | { type: 'broken'; error: unknown };

interface ListenInput {
  key: string;
  /** An address, or the sound itself. */
  sound: () => string | Promise<Blob>;
  onTrouble: (trouble: SampleProblem) => void;
}

/** Ends what is heard of the voices. */
let stopNow: (() => void) | null = null;

export function stopSample(): void {
  stopNow?.();
}

/** Plays it, or stops it while it plays; whatever else is heard ends (docs/spec/audio.md). */
export async function toggleSample({ key, sound, onTrouble }: ListenInput): Promise<void> {
  const wasPlaying = currentSample.get()?.key === key;
  stopSample();
  if (wasPlaying) return;
  // Made by the press itself: some browsers let only such a one be heard.
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
  audio.src = url;
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
