import { useQuery } from '@tanstack/react-query';
import type { AiState } from '#web/ai/price.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';

/** Who answers, and at which price; undefined while it loads, null where it could not be loaded. */
export function useAiState(projectId: number): AiState | null | undefined {
  const { data, isError } = useQuery(aiStateQuery(projectId));
  return data ?? (isError ? null : undefined);
}
