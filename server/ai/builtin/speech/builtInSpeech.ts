import { HeavyWork } from '#server/lib/heavyWork.ts';
import { recipeOfVoice } from '#sound/voices/catalogue.ts';
import { previewText } from '#sound/voices/previews.ts';
import type { VoiceSteering } from '#sound/voices/voiceSettings.ts';
import { ModelFailure } from '../../failure.ts';
import type { SpeechAnswer, SpeechOrder } from './speakFile.ts';

export interface BuiltInSpeechRequest {
  text: string;
  /** Of the catalogue, or of a designed voice (`sound/voices/voiceId.ts`). */
  voiceId: string;
  settings?: Partial<VoiceSteering>;
  /** By whom turns are taken. */
  payer: string;
}

export interface SpeechFile {
  /** MP3. */
  bytes: Uint8Array<ArrayBuffer>;
  durationSeconds: number;
}

/** A longer text waits for other long ones, and no line of a script waits for it; half a minute of speech. */
const longText = 500;
const maxPreviews = 200;
const previewPayer = 'preview';

/** The voices that speak without a key, in threads of their own (docs/decisions/0017, docs/decisions/0040). */
export class BuiltInSpeech {
  readonly #work = new HeavyWork<SpeechOrder, SpeechAnswer>(
    new URL('./speech.worker.ts', import.meta.url),
    longText,
  );
  readonly #previews = new Map<string, Promise<SpeechFile>>();

  /**
   * Speaks a text into a file; the same text, voice and settings give the same bytes. Throws ModelFailure: `voice` for one
   * that there is not, `unspeakable` for a text without words, `noSpeech` where the engine is not installed, `stopped`
   * with the signal (it is looked at between phrases), `broken` when the thread ended.
   */
  async speak(request: BuiltInSpeechRequest, signal: AbortSignal): Promise<SpeechFile> {
    const { text, voiceId, settings = {}, payer } = request;
    const recipe = recipeOfVoice(voiceId);
    if (!recipe) throw new ModelFailure('voice');
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const spoken = this.#work.run(payer, text.length, (send) => send({ text, recipe, settings, stop }));
    const answer = await untilStopped(spoken, stop, signal);
    if (answer.type === 'file') return { bytes: answer.bytes, durationSeconds: answer.durationSeconds };
    throw new ModelFailure(failures[answer.type]);
  }

  /** How a voice sounds, as MP3: a few seconds in its own language, made once. Throws as `speak` does. */
  previewOf(voiceId: string): Promise<SpeechFile> {
    const known = this.#previews.get(voiceId);
    if (known) return known;
    const recipe = recipeOfVoice(voiceId);
    if (!recipe) return Promise.reject(new ModelFailure('voice'));
    const request = { text: previewText(recipe), voiceId, payer: previewPayer };
    const preview = this.speak(request, new AbortController().signal);
    // Designed voices are without number; the catalogue is made anew in seconds.
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

/** The answer; or a failure at once when the signal comes, whether the order waits or is being spoken. */
async function untilStopped(
  spoken: Promise<SpeechAnswer>,
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
    return await Promise.race([spoken, stopped.promise]);
  } catch (error) {
    // The thread goes on to the next phrase and answers somebody who has left.
    spoken.catch(() => undefined);
    throw error instanceof ModelFailure ? error : new ModelFailure('broken');
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
