import { fairQueue } from '#server/lib/fairQueue.ts';
import { WorkerThread } from '#server/lib/thread.ts';
import type { Effect } from '#sound/effects/effect.ts';

export interface SoundOrder {
  text: string;
  /** 0.5 to 22. */
  seconds: number;
  /** 0 to 1: how literally the text is taken. */
  influence: number;
}

export interface MadeEffect extends Omit<Effect, 'sound'> {
  /** MP3: one channel, 44,100 samples a second, 128 kilobits a second. */
  bytes: Uint8Array<ArrayBuffer>;
  durationSeconds: number;
}

export interface BuiltInSound extends Pick<MadeEffect, 'bytes' | 'durationSeconds'> {
  /** For the usage log: names of what was made, none of the writer's words. */
  details: { made: string[]; unknown: boolean; nearest: string | null };
  /** For the writer, where something of the description could not be made. */
  note?: string;
}

/** One for the process: an effect takes a fraction of its own length, so a second thread would take more than it gives. */
const thread = new WorkerThread<SoundOrder, MadeEffect>(new URL('./sound.worker.ts', import.meta.url));
/** Who asked for many waits behind who asked for one. */
const queue = fairQueue(1);

/** Makes a sound effect without a key. Rejects with the reason of the signal; what waits for its turn is not made then. */
export async function makeSoundBuiltIn(
  { payer, ...order }: SoundOrder & { payer: string },
  signal: AbortSignal,
): Promise<BuiltInSound> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const made = queue(payer, () => {
    signal.throwIfAborted();
    return thread.send(order);
  });
  try {
    signal.throwIfAborted();
    return answerOf(await Promise.race([made, stopped.promise]));
  } finally {
    signal.removeEventListener('abort', stop);
    // Whoever was stopped hears of it by the signal, not by the work that went on.
    made.catch(() => {});
  }
}

/** For tests and the end of the process. */
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
