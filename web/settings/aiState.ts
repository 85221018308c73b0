import { useQuery } from '@tanstack/react-query';
import type { AiState } from '#web/ai/price.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';

/** Return provider and prices; undefined while loading, null after a failure. */
export function useAiState(projectId: number): AiState | null | undefined {
  const { data, isError } = useQuery(aiStateQuery(projectId));
  return data ?? (isError ? null : undefined);
}
