import { hrefOf } from '#web/lib/basePath.ts';
/** Load a stored file: a sound or a video. Rejects if there is none. */
export async function loadStoredFile(address: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(hrefOf(address), { signal });
  if (!response.ok) throw new Error(`The file answers ${response.status}`);
  return response.blob();
}
