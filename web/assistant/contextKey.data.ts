import type { QueryClient } from '@tanstack/react-query';

export const contextKey = (projectId: number) => ['projects', projectId, 'ai-context'];

/** The script, the cast or the brief changed. It is asked for again when somebody looks at it. */
export function invalidateContext(client: QueryClient, projectId: number): void {
  void client.invalidateQueries({ queryKey: contextKey(projectId), refetchType: 'none' });
}
