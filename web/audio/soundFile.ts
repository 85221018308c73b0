import { hrefOf } from '#web/lib/basePath.ts';

/**
 * Stored files are MP3s of 128 kilobits per second (docs/spec/audio.md), so the size gives the
 * duration.
 */
const bytesPerSecond = 16_000;

/**
 * Return the duration of a stored sound from its size, without loading it; null if the server sends
 * no size.
 */
export async function soundFileSeconds(address: string, signal: AbortSignal): Promise<number | null> {
  const { ok, headers } = await fetch(hrefOf(address), { method: 'HEAD', signal });
  const bytes = Number(headers.get('content-length'));
  return ok && bytes > 0 ? bytes / bytesPerSecond : null;
}
