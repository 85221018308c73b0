import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ai } from '#server/ai/calls.ts';
import { createByteCache } from '#server/lib/byteCache.ts';
import { notFound } from '#server/lib/errors.ts';
import { byteRange } from '#server/storage/range.ts';
import type { VoiceLibrary } from './library.ts';

const timeoutMs = 30_000;

/**
 * Cache for previews of library voices. Pages load nothing from other servers
 * (docs/decisions/0026), so this server fetches a provider's previews, each once.
 */
export function voicePreviews(ai: Pick<Ai, 'voicePreview'>, library: VoiceLibrary) {
  const kept = createByteCache({ name: 'previews', maxBytes: 32_000_000, maxAgeMs: 24 * 3_600_000 });
  const coming = new Map<string, Promise<Uint8Array>>();

  async function fetched(voiceId: string): Promise<Uint8Array> {
    const voice = (await library.voices()).find(({ voice_id }) => voice_id === voiceId);
    const bytes = voice && (await ai.voicePreview(voice, AbortSignal.timeout(timeoutMs)));
    if (!bytes) throw notFound('Preview');
    kept.put(voiceId, bytes);
    return bytes;
  }

  return async function previewOf(voiceId: string): Promise<Uint8Array> {
    const known = kept.get(voiceId) ?? coming.get(voiceId);
    if (known) return known;
    const work = fetched(voiceId).finally(() => coming.delete(voiceId));
    coming.set(voiceId, work);
    return work;
  };
}

/**
 * Send an MP3, or the requested part of it: Safari plays audio only from servers that support
 * ranges.
 */
export function sendAudio(request: FastifyRequest, reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  const range = byteRange(request.headers.range, bytes.length);
  reply
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, max-age=86400')
    .header('x-content-type-options', 'nosniff');
  if (range === 'beyond') {
    return reply.code(416).header('content-range', `bytes */${bytes.length}`).send();
  }
  reply.type('audio/mpeg');
  if (!range) return reply.send(Buffer.from(bytes));
  reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${bytes.length}`);
  return reply.send(Buffer.from(bytes.subarray(range.from, range.to + 1)));
}
