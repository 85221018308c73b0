import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeLocks } from '#shared/contract/production.ts';
import type { CallInput } from '#shared/endpoint.ts';
import { call } from '#web/lib/api.ts';
import { showProject } from '#web/projects/projects.data.ts';
import { elementsQuery, scenesQuery } from '#web/scriptSync/script.data.ts';

export type LockChange = CallInput<typeof changeLocks>['body'];

/** Lock or unlock pages or scene numbers. Elements and scenes have other marks afterwards. */
export function useChangeLocks(projectId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: LockChange) => call(changeLocks, { params: { id: projectId }, body }),
    async onSuccess(project) {
      await showProject(queries, project);
      await Promise.all(
        [elementsQuery(projectId), scenesQuery(projectId)].map(({ queryKey }) =>
          queries.invalidateQueries({ queryKey, exact: true }),
        ),
      );
    },
  });
}
