import type { ModelAnswer, ModelAudio } from '../models.ts';
import { requestIdIn } from '../providerAnswer.ts';
import { readBytes } from '../providerCall.ts';
import type { Watchdog } from '../watchdog.ts';
import { maxAnswerBytes } from './client.ts';
import type { ElevenLabsSettings } from './settings.ts';

/** 128 kbit/s, 44.1 kHz, mono. */
export const audioQuery = { output_format: 'mp3_44100_128' };

/** Read an audio answer with the cost reported by the provider. */
export async function readAudio(
  { apiKey, idleMs }: ElevenLabsSettings,
  response: Response,
  dog: Watchdog,
): Promise<ModelAnswer<ModelAudio>> {
  const bytes = await readBytes(response, maxAnswerBytes, () => dog.beat(idleMs));
  const characters = characterCost(response.headers);
  return {
    value: { bytes, mediaType: 'audio/mpeg' },
    usage: {
      ...{ inputTokens: 0, outputTokens: 0, isEstimated: characters === null },
      ...(characters === null ? {} : { characters }),
    },
    ending: 'whole',
    details: {
      vendorRequestId: requestIdIn(response.headers, 'request-id', apiKey),
      characterCost: characters,
    },
  };
}

/** Return the characters charged by the provider. Null: missing or not a plausible number. */
export function characterCost(headers: Headers): number | null {
  const value = headers.get('character-cost');
  return value !== null && /^\d{1,7}$/.test(value) ? Number(value) : null;
}
