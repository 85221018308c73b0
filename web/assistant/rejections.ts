import type { QueryClient } from '@tanstack/react-query';
import { isOutOfCredits, isOverLimit, showOutOfCredits, showOverLimit } from '#web/ai/outOfCredits.ts';
import { ApiError } from '#web/lib/api.ts';
import { refreshAiState } from './assistant.data.ts';

/**
 * Show the credits or settings message when the error is a rejection, and refetch the AI state: the
 * owner may have switched AI off, and credits may be spent elsewhere. Return whether a message was
 * shown (decision OQ-41).
 */
export function showIfRejection(error: unknown, client: QueryClient, projectId: number): boolean {
  const isOut = isOutOfCredits(error);
  if (isOut || (error instanceof ApiError && error.status === 403)) refreshAiState(client, projectId);
  if (isOut) showOutOfCredits();
  else if (isOverLimit(error)) showOverLimit(error);
  return isOut || isOverLimit(error);
}
