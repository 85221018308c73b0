import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Element } from '#shared/contract/elements.ts';
import { soundFileSeconds } from '#web/audio/soundFile.ts';

/** An address never gets another file, so its length is asked for once. */
const knownSeconds = new Map<string, number>();

/** Number of parallel requests. */
const maxParallel = 4;

/** Query the duration of each sound by address. A file that was made again has another address. */
export function soundSecondsQuery(projectId: number, elements: readonly Element[]) {
  const addresses = elements
    .flatMap(({ dialogueAudioUrl, soundEffectUrl }) => [dialogueAudioUrl, soundEffectUrl])
    .filter((address) => address !== null);
  return queryOptions({
    queryKey: ['projects', projectId, 'sound seconds', addresses],
    queryFn: ({ signal }) => secondsOfAll(addresses, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    // Show the known durations while new ones are measured.
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
  await Promise.all(Array.from({ length: maxParallel }, ask));
  return found;
}
