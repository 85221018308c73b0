import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Element } from '#shared/contract/elements.ts';
import { soundFileSeconds } from '#web/audio/soundFile.ts';

/** An address never gets another file, so its length is asked for once. */
const knownSeconds = new Map<string, number>();

/** So many are asked at once. */
const asked = 4;

/** How long the sounds of these elements are, by address. An address whose file was made anew is another one. */
export function soundSecondsQuery(projectId: number, elements: readonly Element[]) {
  const addresses = elements
    .flatMap(({ dialogueAudioUrl, soundEffectUrl }) => [dialogueAudioUrl, soundEffectUrl])
    .filter((address) => address !== null);
  return queryOptions({
    queryKey: ['projects', projectId, 'sound seconds', addresses],
    queryFn: ({ signal }) => secondsOfAll(addresses, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    // What is new is measured beside what is shown.
    placeholderData: keepPreviousData,
  });
}

async function secondsOfAll(addresses: readonly string[], signal: AbortSignal): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const left = addresses.values();
  const ask = async () => {
    for (const address of left) {
      const seconds = knownSeconds.get(address) ?? (await soundFileSeconds(address, signal));
      if (seconds === null) continue;
      knownSeconds.set(address, seconds);
      found.set(address, seconds);
    }
  };
  await Promise.all(Array.from({ length: asked }, ask));
  return found;
}
