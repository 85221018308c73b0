import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeRevisions } from '#shared/contract/production.ts';
import type { CallInput } from '#shared/endpoint.ts';
import { call } from '#web/lib/api.ts';
import { showProject } from '#web/projects/projects.data.ts';
import { elementsQuery } from '#web/scriptSync/script.data.ts';

export type RevisionChange = CallInput<typeof changeRevisions>['body'];

/** Change the revisions of a script. Naming past changes marks elements, too. */
export function useChangeRevisions(projectId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RevisionChange) => call(changeRevisions, { params: { id: projectId }, body }),
    async onSuccess(project, { type }) {
      await showProject(queries, project);
      const { queryKey } = elementsQuery(projectId);
      if (type === 'name-changes') await queries.invalidateQueries({ queryKey, exact: true });
    },
  });
}
