/** Every stored file is an MP3 of 128 kilobits a second (docs/spec/audio.md), so its size says how long it is. */
const bytesPerSecond = 16_000;

/** How long a stored sound is, without loading it; null where the server does not say. */
export async function soundFileSeconds(address: string, signal: AbortSignal): Promise<number | null> {
  const { ok, headers } = await fetch(address, { method: 'HEAD', signal });
  const bytes = Number(headers.get('content-length'));
  return ok && bytes > 0 ? bytes / bytesPerSecond : null;
}
