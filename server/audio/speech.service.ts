import type { Ai, CallOptions } from '#server/ai/calls.ts';
import { ModelFailure } from '#server/ai/failure.ts';
import type { ModelAudio } from '#server/ai/models.ts';
import type { Db } from '#server/db/client.ts';
import type { VoiceSettings } from '#server/db/schema/script.ts';
import { type ByteCache, createByteCache } from '#server/lib/byteCache.ts';
import { conflict } from '#server/lib/errors.ts';
import { isOfType } from '#server/storage/fileTypes.ts';
import { voiceToSpeakWith } from '#server/voices/aliases.service.ts';
import type { generateSpeech } from '#shared/contract/audio.ts';
import { defaultVoiceSettings } from '#shared/contract/characters.ts';
import type { HandlerInput } from '#shared/endpoint.ts';

type Asked = HandlerInput<typeof generateSpeech>['body'];

/** Cache for previews, so that a repeated request returns the same answer. Nothing is stored. */
export function recentSpeech(): ByteCache {
  return createByteCache({ name: 'speech', maxBytes: 64_000_000, maxAgeMs: 10 * 60_000 });
}

/** Speak a text at the expense of the user. */
export async function speakOnce(
  { db, ai, recent }: { db: Db; ai: Ai; recent: ByteCache },
  userId: string,
  { text, voiceId, voiceSettings }: Asked,
  { requestId, fingerprint, signal, onKept }: CallOptions,
): Promise<{ bytes: Uint8Array; creditBalance: number }> {
  const order = {
    ...{ task: 'speech', text, voiceId: await voiceToSpeakWith(db, voiceId, userId) },
    voiceSettings: withDefaults(voiceSettings),
  };
  const { creditBalance } = await ai.speak(order, {
    ...{ userId, projectId: null, requestId, fingerprint, signal, about: { voiceId: order.voiceId } },
    prepare: async (audio) => {
      checkAudio(audio);
      recent.put(`${userId} ${requestId}`, audio.bytes);
    },
    keep: async (tx) => {
      await onKept(tx);
      return null;
    },
  });
  const bytes = recent.get(`${userId} ${requestId}`);
  if (!bytes)
    throw conflict(
      'The audio of this request is no longer available. Please try again with another Idempotency-Key.',
    );
  return { bytes, creditBalance };
}

/** Throw ModelFailure unless the audio can be played. */
export function checkAudio({ bytes, mediaType }: ModelAudio): void {
  if (bytes.length === 0) throw new ModelFailure('emptyAudio');
  if (!isOfType(bytes, mediaType)) throw new ModelFailure('garbled');
}

function withDefaults(given: Asked['voiceSettings'] = {}): VoiceSettings {
  const {
    stability = defaultVoiceSettings.stability,
    similarity_boost = defaultVoiceSettings.similarity_boost,
    style = defaultVoiceSettings.style,
    use_speaker_boost = defaultVoiceSettings.use_speaker_boost,
  } = given;
  return { stability, similarity_boost, style, use_speaker_boost };
}
