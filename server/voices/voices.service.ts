import type { LibraryVoice } from '#server/ai/models.ts';
import type { Db } from '#server/db/client.ts';
import type { Voice } from '#shared/contract/voices.ts';
import type { VoiceLibrary } from './library.ts';
import { activeVoicesOf, type CustomVoiceRow, designedAmong } from './voices.queries.ts';

/**
 * Return the provider's voices with previews at our addresses, and those that the caller designed.
 * The account at the provider has the designed voices of all users; those of others are hidden.
 */
export async function voicesFor(db: Db, library: VoiceLibrary, userId: string): Promise<Voice[]> {
  const listed = await library.voices();
  const own = await activeVoicesOf(db, userId);
  const designed = await designedAmong(
    db,
    listed.map(({ voice_id }) => voice_id),
  );
  return [
    ...listed.filter(({ voice_id }) => !designed.has(voice_id)).map(withPreview),
    ...own.map(customVoice),
  ];
}

function withPreview({ preview_url, ...voice }: LibraryVoice): Voice {
  return preview_url === undefined ? voice : { ...voice, preview_url: previewAddress(voice.voice_id) };
}

function previewAddress(voiceId: string): string {
  return `/api/voices/${encodeURIComponent(voiceId)}/preview`;
}

function customVoice({ voiceId, name, description, gender, age, accent, audioUrl }: CustomVoiceRow): Voice {
  const labels = Object.entries({ gender, age, accent }).flatMap(([label, value]) =>
    value === null ? [] : [[label, value]],
  );
  return {
    ...{ voice_id: voiceId, name, category: 'generated', labels: Object.fromEntries(labels) },
    ...(description === null ? {} : { description }),
    ...(audioUrl === null ? {} : { preview_url: audioUrl }),
  };
}
