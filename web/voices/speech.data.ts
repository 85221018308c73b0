import { generateSpeech } from '#shared/contract/audio.ts';
import type { Character } from '#shared/contract/characters.ts';
import { ApiError, callForFile } from '#web/lib/api.ts';

/** All that a text sounds by. */
export interface Speech {
  text: string;
  voiceId: string;
  /** Absent: the maker's own. */
  voiceSettings?: Character['voiceSettings'] | undefined;
}

/** Samples of this visit: a sample is paid for once (decision OQ-78). */
const spoken = new Map<string, Promise<Blob>>();
/**
 * Keys of calls without an answer, which the server may have made: a repetition uses the same key.
 */
const unanswered = new Map<string, string>();

/** A text spoken by a voice; once in a visit, however often it is heard. */
export function speechOf(speech: Speech): Promise<Blob> {
  const name = nameOf(speech);
  const known = spoken.get(name);
  if (known) return known;
  const made = makeSpeech(speech, name);
  spoken.set(name, made);
  // Another try is another call.
  made.catch(() => spoken.delete(name));
  return made;
}

/** Whether it was spoken before, and costs nothing. */
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

/** As in a new visit. */
export function clearSpeechCache(): void {
  spoken.clear();
  unanswered.clear();
}
