import { generateSpeech } from '#shared/contract/audio.ts';
import type { Character } from '#shared/contract/characters.ts';
import { ApiError } from '#web/lib/api.ts';
import { callForFile } from '#web/lib/fileCalls.ts';

/** A text with the voice and settings that speak it. */
export interface Speech {
  text: string;
  voiceId: string;
  /** Undefined: the provider's defaults. */
  voiceSettings?: Character['voiceSettings'] | undefined;
}

/** Samples since the page was opened; each is charged once (decision OQ-78). */
const spoken = new Map<string, Promise<Blob>>();
/**
 * Keys of calls without an answer, which the server may have made: a repetition uses the same key.
 */
const unanswered = new Map<string, string>();

/** Return a text spoken by a voice, cached until the page is closed. */
export function speechOf(speech: Speech): Promise<Blob> {
  const name = nameOf(speech);
  const known = spoken.get(name);
  if (known) return known;
  const made = makeSpeech(speech, name);
  spoken.set(name, made);
  // A retry is another call.
  made.catch(() => spoken.delete(name));
  return made;
}

/** Return whether the speech is cached, and thus free. */
export function isSpeechCached(speech: Speech): boolean {
  return spoken.has(nameOf(speech));
}

function nameOf({ text, voiceId, voiceSettings }: Speech): string {
  return JSON.stringify([text, voiceId, Object.entries(voiceSettings ?? {}).toSorted()]);
}

async function makeSpeech({ text, voiceId, voiceSettings }: Speech, name: string): Promise<Blob> {
  const idempotencyKey = unanswered.get(name) ?? crypto.randomUUID();
  unanswered.set(name, idempotencyKey);
  try {
    const body = { text, voiceId, voiceSettings };
    const blob = await callForFile(generateSpeech, { body }, { idempotencyKey });
    unanswered.delete(name);
    if (blob.size === 0) throw new Error('Received empty audio file');
    return blob;
  } catch (error) {
    if (error instanceof ApiError) unanswered.delete(name);
    throw error;
  }
}

/** Clear the cache, for tests. */
export function clearSpeechCache(): void {
  spoken.clear();
  unanswered.clear();
}
