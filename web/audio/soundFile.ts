/**
 * Stored files are MP3s of 128 kilobits per second (docs/spec/audio.md), so the size gives the
 * duration.
 */
const bytesPerSecond = 16_000;

/** How long a stored sound is, without loading it; null where the server does not say. */
export async function soundFileSeconds(address: string, signal: AbortSignal): Promise<number | null> {
  const { ok, headers } = await fetch(address, { method: 'HEAD', signal });
  const bytes = Number(headers.get('content-length'));
  return ok && bytes > 0 ? bytes / bytesPerSecond : null;
}
