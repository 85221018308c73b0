import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getProject,
  listProjects,
  type Project,
  type ProjectSummary,
  updateProject,
} from '#shared/contract/projects.ts';
import type { CallInput } from '#shared/endpoint.ts';
import { encodeProjectId, projectIdOf } from '#shared/projectCode.ts';
import { call } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import { objectCache } from '#web/lib/objectCache.ts';
import { readProjectCopy } from '#web/offlineCopy/copies.ts';
import { shownFromCopy, withOfflineFallback } from '#web/offlineCopy/withOfflineFallback.ts';

/**
 * Query the projects, last edited first. Every edit in any project, by any user, changes the order
 * and the dates. So the list is refetched whenever it is shown; until then, the cached list is
 * shown.
 */
export function projectsQuery() {
  return queryOptions({
    queryKey: ['projects', 'list'],
    queryFn: ({ signal }) => call(listProjects, undefined, { signal }),
    refetchOnMount: 'always',
  });
}

/** Return the cache of the list of projects. */
export function projectListCache(queries: QueryClient) {
  return listCache<ProjectSummary>(queries, projectsQuery());
}

/** Load the rules of locks and revisions before a project is shown that has some. */
async function withLockRules(project: Project): Promise<Project> {
  const { pageLock, sceneLock, revisions } = project.format;
  if (pageLock || sceneLock || revisions)
    (await import('#screenplay/production/provideLockRules.ts')).provideLockRules();
  return project;
}

/**
 * Query one project by the code in a URL. Each project has one query key, whichever form the URL
 * has (decision OQ-19).
 */
export function projectQuery(code: string) {
  const projectId = knownProjectId(code);
  return queryOptions({
    queryKey: ['projects', projectId ?? code],
    queryFn: ({ signal, client, queryKey }) =>
      withOfflineFallback(
        async () => withLockRules(await call(getProject, { params: { id: code } }, { signal })),
        client.getQueryData(queryKey) !== undefined,
        async () => {
          const kept = projectId === undefined ? null : await readProjectCopy(projectId);
          if (kept) shownFromCopy.note(kept.id);
          return kept && withLockRules(kept);
        },
      ),
  });
}

/** Return the id in a URL; undefined for an invalid one, which the server rejects. */
function knownProjectId(code: string): number | undefined {
  try {
    return projectIdOf(code);
  } catch {
    return undefined; // not a valid address
  }
}

export type ProjectChangeBody = CallInput<typeof updateProject>['body'];

/** Change fields of a project. All views show the new values as soon as the server has answered. */
export function useUpdateProject(projectId: number) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: (body: ProjectChangeBody) => saveProject(queries, projectId, body) });
}

/** Change fields of a project outside a component. `isLast`: the page is being closed. */
export async function saveProject(
  queries: QueryClient,
  projectId: number,
  body: ProjectChangeBody,
  isLast = false,
): Promise<Project> {
  const project = await call(updateProject, { params: { id: projectId }, body }, { isLast });
  await showProject(queries, project);
  return project;
}

/** Set the time of the last edit to now, for the sidebar. */
export function markEdited(queries: QueryClient, projectId: number): void {
  const cache = objectCache(queries, projectQuery(encodeProjectId(projectId)));
  cache.change((project) => ({ ...project, updatedAt: new Date().toISOString() }));
}

/** Show a project from an API answer in the workspace, its sidebar and the list. */
export async function showProject(queries: QueryClient, project: Project): Promise<void> {
  await withLockRules(project);
  const query = projectQuery(encodeProjectId(project.id));
  const { queryKey } = query;
  const list = projectListCache(queries);
  // A pending answer would restore the old values.
  await queries.cancelQueries({ queryKey, exact: true });
  const cached = queries.getQueryData(queryKey);
  if (cached && cached.revision > project.revision) {
    // The answers arrived in the wrong order. Refetch the newest fields.
    void queries.invalidateQueries({ queryKey, exact: true });
  } else {
    objectCache(queries, query).set(project);
    list.replace(project);
  }
  void list.invalidate();
}
