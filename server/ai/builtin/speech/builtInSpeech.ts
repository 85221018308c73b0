import { recipeOfVoice } from '#engines/sound/voices/catalogue.ts';
import { previewText } from '#engines/sound/voices/previews.ts';
import type { VoiceSteering } from '#engines/sound/voices/voiceSettings.ts';
import { HeavyWork } from '#server/lib/heavyWork.ts';
import { ModelFailure } from '../../failure.ts';
import type { SpeechAnswer, SpeechOrder } from './speakFile.ts';

export interface BuiltInSpeechRequest {
  text: string;
  /** Id of a catalogue or designed voice (`engines/sound/voices/voiceId.ts`). */
  voiceId: string;
  settings?: Partial<VoiceSteering>;
  /** User in the fair queue. */
  payer: string;
}

export interface SpeechFile {
  /** MP3. */
  bytes: Uint8Array<ArrayBuffer>;
  durationSeconds: number;
}

/**
 * Characters of a long text, about half a minute of speech. Long texts wait for each other and
 * never delay script lines.
 */
const longText = 500;
const maxPreviews = 200;
const previewPayer = 'preview';

/** Built-in speech in worker threads (docs/decisions/0017, docs/decisions/0040). */
export class BuiltInSpeech {
  readonly #work = new HeavyWork<SpeechOrder, SpeechAnswer>(
    new URL('./speech.worker.ts', import.meta.url),
    longText,
  );
  readonly #previews = new Map<string, Promise<SpeechFile>>();

  /**
   * Speak a text into a file. The same text, voice and settings return the same bytes. Throws
   * ModelFailure: `voice` (unknown), `unspeakable` (no words), `noSpeech` (engine not installed),
   * `stopped` (signal, checked between phrases) or `broken` (thread ended).
   */
  async speak(request: BuiltInSpeechRequest, signal: AbortSignal): Promise<SpeechFile> {
    const { text, voiceId, settings = {}, payer } = request;
    const recipe = recipeOfVoice(voiceId);
    if (!recipe) throw new ModelFailure('voice');
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const pending = this.#work.run(payer, text.length, (send) => send({ text, recipe, settings, stop }));
    const answer = await untilStopped(pending, stop, signal);
    if (answer.type === 'file') return { bytes: answer.bytes, durationSeconds: answer.durationSeconds };
    throw new ModelFailure(failures[answer.type]);
  }

  /**
   * Return a preview of a voice as MP3: a few seconds in its own language, created once. Throws
   * like `speak`.
   */
  previewOf(voiceId: string): Promise<SpeechFile> {
    const cached = this.#previews.get(voiceId);
    if (cached) return cached;
    const recipe = recipeOfVoice(voiceId);
    if (!recipe) return Promise.reject(new ModelFailure('voice'));
    const request = { text: previewText(recipe), voiceId, payer: previewPayer };
    const preview = this.speak(request, new AbortController().signal);
    // The number of designed voices is unlimited. The catalogue can be created again within
    // seconds.
    if (this.#previews.size >= maxPreviews) this.#previews.clear();
    this.#previews.set(voiceId, preview);
    preview.catch(() => this.#previews.delete(voiceId));
    return preview;
  }

  close(): Promise<void> {
    return this.#work.close();
  }
}

const failures = { nothing: 'unspeakable', missing: 'noSpeech', stopped: 'stopped' } as const;

/**
 * Wait for the answer, or reject at once when the signal aborts, whether the order waits or runs.
 */
async function untilStopped(
  pending: Promise<SpeechAnswer>,
  stop: Int32Array,
  signal: AbortSignal,
): Promise<SpeechAnswer> {
  const stopped = Promise.withResolvers<never>();
  const onAbort = () => {
    Atomics.store(stop, 0, 1);
    stopped.reject(new ModelFailure('stopped'));
  };
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([pending, stopped.promise]);
  } catch (error) {
    // The thread still finishes its phrase. Ignore its answer.
    pending.catch(() => undefined);
    throw error instanceof ModelFailure ? error : new ModelFailure('broken');
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
