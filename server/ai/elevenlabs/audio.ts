import type { ModelAnswer, ModelAudio } from '../models.ts';
import { requestIdIn } from '../providerAnswer.ts';
import type { Watchdog } from '../watchdog.ts';
import type { ElevenLabsSettings } from './settings.ts';

/** 128 kbit/s, 44.1 kHz, mono. */
export const outputFormat = 'mp3_44100_128';

/** Read an audio answer with the cost reported by the provider. */
export async function readAudio(
  { apiKey, idleMs }: ElevenLabsSettings,
  body: ReadableStream<Uint8Array>,
  headers: Headers,
  dog: Watchdog,
): Promise<ModelAnswer<ModelAudio>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) {
    pieces.push(piece);
    dog.beat(idleMs);
  }
  const characters = characterCost(headers);
  return {
    value: { bytes: Buffer.concat(pieces), mediaType: 'audio/mpeg' },
    usage: {
      ...{ inputTokens: 0, outputTokens: 0, isEstimated: characters === null },
      ...(characters === null ? {} : { characters }),
    },
    ending: 'whole',
    details: { vendorRequestId: requestIdIn(headers, 'request-id', apiKey), characterCost: characters },
  };
}

/** Return the characters charged by the provider. Null: missing or not a plausible number. */
export function characterCost(headers: Headers): number | null {
  const value = headers.get('character-cost');
  return value !== null && /^\d{1,7}$/.test(value) ? Number(value) : null;
}
