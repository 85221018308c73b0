import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { analyseTension, listTensionPoints } from '#shared/contract/tension.ts';
import { isOutOfCredits, showOutOfCredits } from '#web/ai/outOfCredits.ts';
import { useViewScopedTask } from '#web/ai/useGenerationTask.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { ApiError, call, messageOf } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import { toast } from '#web/lib/toast.ts';
import { planningToasts } from '#web/planning/planningToasts.ts';
import { projectListKey } from '#web/projects/projectLists.data.ts';
import { currentUserQuery } from '#web/session/auth.ts';

/** Query the last analysis; reading is free. */
export function tensionQuery(projectId: number) {
  return queryOptions({
    queryKey: projectListKey(projectId, 'tension-points'),
    queryFn: ({ signal }) => call(listTensionPoints, { params: { id: projectId } }, { signal }),
    refetchOnMount: 'always',
  });
}

/** Return the analysis of all beats' tension; it is cancelled on unmount. */
export function useAnalysis(projectId: number) {
  const client = useQueryClient();
  const { ask, cancel, isRunning } = useViewScopedTask();
  const list = listCache(client, tensionQuery(projectId));
  const refetch = (key: readonly unknown[]) => void client.invalidateQueries({ queryKey: key, exact: true });
  const refetchBalance = () => {
    refetch(aiStateQuery(projectId).queryKey);
    refetch(currentUserQuery.queryKey);
  };
  const start = () =>
    void ask('', {
      ask: async (options) => {
        const points = await call(analyseTension, { params: { id: projectId } }, options);
        await list.cancel();
        list.change(() => points);
        refetchBalance();
        toast(planningToasts.tensionAnalysed);
      },
      lost: () => {
        void list.invalidate();
        refetchBalance();
      },
      failed: (error) => {
        // AI was switched off, or the credits are used up.
        if (error instanceof ApiError && [402, 403].includes(error.status)) refetchBalance();
        if (isOutOfCredits(error)) return showOutOfCredits();
        const description = messageOf(error, planningToasts.tensionFailed.description);
        toast({ ...planningToasts.tensionFailed, description });
      },
    });
  return { isRunning, start, cancel };
}
