import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { projectListCache } from './projects.data.ts';

/**
 * Leave a project: remove the own entry from its access list, then all cached data of the project.
 */
export function useLeaveProject() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ projectId, email }: { projectId: number; email: string }) => {
      // Loaded on demand, because only this action needs it.
      const { listAccess, removeMember } = await import('#shared/contract/shares.ts');
      const list = await call(listAccess, { params: { id: projectId } });
      const own = list.find((entry) => entry.email === email && entry.role !== 'owner');
      if (own) await call(removeMember, { params: { id: projectId, accessId: own.id } });
    },
    onSuccess: (_, { projectId }) => projectListCache(queries).remove(projectId),
  });
}
