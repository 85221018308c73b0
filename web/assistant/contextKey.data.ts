import type { QueryClient } from '@tanstack/react-query';

export const contextKey = (projectId: number) => ['projects', projectId, 'ai-context'];

/**
 * Mark the context preview stale after a change of script, cast or brief. It is refetched when
 * shown.
 */
export function invalidateContext(client: QueryClient, projectId: number): void {
  void client.invalidateQueries({ queryKey: contextKey(projectId), refetchType: 'none' });
}
