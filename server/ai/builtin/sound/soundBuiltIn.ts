import type { Effect } from '#engines/sound/effects/effect.ts';
import { fairQueue } from '#server/lib/fairQueue.ts';
import { WorkerThread } from '#server/lib/thread.ts';

export interface SoundOrder {
  text: string;
  /** Length, 0.5 to 22. */
  seconds: number;
  /** 0 to 1: how literally the text is taken. */
  influence: number;
}

export interface MadeEffect extends Omit<Effect, 'sound'> {
  /** MP3: one channel, 44,100 samples a second, 128 kbit/s. */
  bytes: Uint8Array<ArrayBuffer>;
  durationSeconds: number;
}

export interface BuiltInSound extends Pick<MadeEffect, 'bytes' | 'durationSeconds'> {
  /** For the usage log: names of the parts, no text of the writer. */
  details: { made: string[]; unknown: boolean; nearest: string | null };
  /** For the writer: the parts of the description that could not be made. */
  note?: string;
}

/**
 * One thread per process. Creating an effect takes a fraction of its length, so a second
 * thread would not pay off.
 */
const thread = new WorkerThread<SoundOrder, MadeEffect>(new URL('./sound.worker.ts', import.meta.url));
/** Users take turns, so that many effects of one user do not delay another user. */
const queue = fairQueue(1, 'sound');

/**
 * Create a sound effect with the built-in engine. Rejects with the signal's reason; a waiting order
 * is then skipped.
 */
export async function makeSoundBuiltIn(
  { payer, ...order }: SoundOrder & { payer: string },
  signal: AbortSignal,
): Promise<BuiltInSound> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const work = queue(payer, () => {
    signal.throwIfAborted();
    return thread.send(order);
  });
  try {
    signal.throwIfAborted();
    return answerOf(await Promise.race([work, stopped.promise]));
  } finally {
    signal.removeEventListener('abort', stop);
    // After a cancellation the caller receives the signal's reason, so ignore errors of the work.
    work.catch(() => {});
  }
}

/** End the thread. For tests and the end of the process. */
export function closeSoundBuiltIn(): Promise<void> {
  return thread.close();
}

function answerOf({ bytes, durationSeconds, made, unknown, nearest, missing }: MadeEffect): BuiltInSound {
  const answer = { bytes, durationSeconds, details: { made, unknown, nearest } };
  const note = noteOn({ made, unknown, nearest, missing });
  return note === null ? answer : { ...answer, note };
}

function noteOn({ made, unknown, nearest, missing }: Omit<Effect, 'sound'>): string | null {
  if (unknown && nearest === null)
    return 'The built-in engine knows none of these sounds. Describe what is heard, such as "heavy rain" or "three knocks".';
  if (missing.length === 0) return null;
  const words = missing.map((word) => `"${word}"`).join(', ');
  return unknown
    ? `The built-in engine does not know ${words}. The nearest it has is ${nearest}.`
    : `The built-in engine does not know ${words}. What is heard: ${made.join('; ')}.`;
}
