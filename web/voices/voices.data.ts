import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { generateVoiceDescription } from '#shared/contract/characters.ts';
import { designVoice, listVoices, type Voice, type VoiceDesign } from '#shared/contract/voices.ts';
import type { CallInput } from '#shared/endpoint.ts';
import { call } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/logFailure.ts';

/** Query the voices of the library and the user's own, which are the same in all projects. */
export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  queryFn: ({ signal }) => call(listVoices, undefined, { signal }),
});

/** Refetch the list and return it; the cached one after a failure. */
export async function refreshVoices(client: QueryClient): Promise<readonly Voice[]> {
  try {
    return await client.fetchQuery({ ...voicesQuery, staleTime: 0 });
  } catch (error) {
    logFailure('Failed to load voices', error);
    return client.getQueryData(voicesQuery.queryKey) ?? [];
  }
}

interface AskedOnce {
  signal: AbortSignal;
  idempotencyKey: string;
}

export const askForVoice = (body: VoiceDesign, options: AskedOnce) => call(designVoice, { body }, options);

export const describeVoice = (body: CallInput<typeof generateVoiceDescription>['body'], options: AskedOnce) =>
  call(generateVoiceDescription, { body }, options);

/** Return a voice: undefined while the list loads, null if it is not in the list. */
export function useVoice(voiceId: string | null): Voice | null | undefined {
  const { data, isError } = useQuery({ ...voicesQuery, enabled: voiceId !== null });
  if (voiceId === null || isError) return null;
  return data && (data.find((voice) => voice.voice_id === voiceId) ?? null);
}
