import type { VoiceRecipe } from '#engines/sound/voices/recipe.ts';
import type { VoiceSteering } from '#engines/sound/voices/voiceSettings.ts';
import { encodeMp3, mp3Seconds } from '../audio/encodeMp3.ts';
import { type Espeak, EspeakMissing, openEspeak } from './espeak.ts';
import { speakPhrases } from './speaking.ts';

export interface SpeechOrder {
  text: string;
  recipe: VoiceRecipe;
  settings: Partial<VoiceSteering>;
  /** Flag shared by both threads. Not 0: the request was cancelled. */
  stop: Int32Array<SharedArrayBuffer>;
}

/** `missing`: the engine is not installed. `nothing`: the text has no words. */
export type SpeechAnswer =
  | { type: 'file'; bytes: Uint8Array<ArrayBuffer>; durationSeconds: number }
  | { type: 'nothing' | 'stopped' | 'missing' };

let engine: Promise<Espeak> | undefined;

/** Speak a text into a file in the current thread. The engine is loaded on first use and reused. */
export async function speakFile({ text, recipe, settings, stop }: SpeechOrder): Promise<SpeechAnswer> {
  const isStopped = () => Atomics.load(stop, 0) !== 0;
  if (isStopped()) return { type: 'stopped' };
  try {
    engine ??= openEspeak();
    const sound = speakPhrases(await engine, text, recipe, settings, isStopped);
    if (sound.type !== 'phrases') return sound;
    const bytes = await encodeMp3(sound.phrases);
    return { type: 'file', bytes, durationSeconds: mp3Seconds(bytes) };
  } catch (error) {
    // After any error the next order gets a new engine.
    engine = undefined;
    if (error instanceof EspeakMissing) return { type: 'missing' };
    throw error;
  }
}
