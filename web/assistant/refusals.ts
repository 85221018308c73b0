import type { QueryClient } from '@tanstack/react-query';
import { isOutOfCredits, isOverLimit, showOutOfCredits, showOverLimit } from '#web/ai/outOfCredits.ts';
import { ApiError } from '#web/lib/api.ts';
import { refreshAiState } from './assistant.data.ts';

/**
 * The owner may have switched AI off meanwhile, and credits may be spent elsewhere: then the panel asks how things are.
 * True when the user was told already (decision OQ-41).
 */
export function showIfRefusal(error: unknown, client: QueryClient, projectId: number): boolean {
  const isOut = isOutOfCredits(error);
  if (isOut || (error instanceof ApiError && error.status === 403)) refreshAiState(client, projectId);
  if (isOut) showOutOfCredits();
  else if (isOverLimit(error)) showOverLimit(error);
  return isOut || isOverLimit(error);
}
