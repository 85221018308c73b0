import { useQuery } from '@tanstack/react-query';
import type { getAiState } from '#shared/contract/ai.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';

export type AiState = CallReply<typeof getAiState>;

/** Who answers, and at which price; undefined while it loads, null where it could not be loaded. */
export function useAiState(projectId: number): AiState | null | undefined {
  const { data, isError } = useQuery(aiStateQuery(projectId));
  return data ?? (isError ? null : undefined);
}
