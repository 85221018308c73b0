import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  createProject,
  deleteProject,
  duplicateProject,
  getProject,
  importField,
  importScript,
  listProjects,
  type Project,
  type ProjectCreate,
  type ProjectSummary,
  updateProject,
} from '#shared/contract/projects.ts';
import type { CallInput, CallReply } from '#shared/endpoint.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { projectIdCode } from '#shared/projectId.ts';
import { call, upload } from '#web/lib/api.ts';
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

/**
 * Query one project by the code in a URL. Each project has one query key, whichever form the URL
 * has (decision OQ-19).
 */
export function projectQuery(code: string) {
  const projectId = projectIdCode.safeParse(code).data;
  return queryOptions({
    queryKey: ['projects', projectId ?? code],
    queryFn: ({ signal, client, queryKey }) =>
      withOfflineFallback(
        () => call(getProject, { params: { id: code } }, { signal }),
        client.getQueryData(queryKey) !== undefined,
        async () => {
          const kept = projectId === undefined ? null : await readProjectCopy(projectId);
          if (kept) shownFromCopy.note(kept.id);
          return kept;
        },
      ),
  });
}

export function useCreateProject() {
  const addToList = useAddToList();
  return useMutation({
    mutationFn: (body: z.input<typeof ProjectCreate>) => call(createProject, { body }),
    onSuccess: addToList,
  });
}

interface ImportInput {
  file: File;
  /** Share of the file sent, 0 to 1. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

export type ImportReply = CallReply<typeof importScript>;

export function useImportScript() {
  const addToList = useAddToList();
  return useMutation({
    mutationFn: ({ file, ...options }: ImportInput) => upload(importScript, file, importField, options),
    onSuccess: ({ project }) => addToList(project),
  });
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
  const { queryKey } = projectQuery(encodeProjectId(projectId));
  queries.setQueryData(queryKey, (project) => project && { ...project, updatedAt: new Date().toISOString() });
}

/** Show a project from an API answer in the workspace, its sidebar and the list. */
export async function showProject(queries: QueryClient, project: Project): Promise<void> {
  const { queryKey } = projectQuery(encodeProjectId(project.id));
  const { queryKey: listKey } = projectsQuery();
  // A pending answer would restore the old values.
  await queries.cancelQueries({ queryKey, exact: true });
  const cached = queries.getQueryData(queryKey);
  if (cached && cached.revision > project.revision) {
    // The answers arrived in the wrong order. Refetch the newest fields.
    void queries.invalidateQueries({ queryKey, exact: true });
  } else {
    queries.setQueryData(queryKey, project);
    queries.setQueryData(listKey, (list) => list?.map((each) => (each.id === project.id ? project : each)));
  }
  void queries.invalidateQueries({ queryKey: listKey });
}

/** Duplicate a project with everything but comments, history and members. */
export function useDuplicateProject() {
  const addToList = useAddToList();
  return useMutation({
    mutationFn: (projectId: number) => call(duplicateProject, { params: { id: projectId } }),
    onSuccess: addToList,
  });
}

export function useDeleteProject() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (projectId: number) => call(deleteProject, { params: { id: projectId } }),
    onSuccess: (_, projectId) => {
      const { queryKey } = projectsQuery();
      queries.setQueryData(queryKey, (list) => list?.filter((project) => project.id !== projectId));
      // The project itself and everything that was loaded of it.
      queries.removeQueries({ queryKey: ['projects', projectId] });
    },
  });
}

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
    onSuccess: (_, { projectId }) => {
      const { queryKey } = projectsQuery();
      queries.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== projectId));
    },
  });
}

/** Put the newest project first, as the server does. The list is refetched anyway. */
function useAddToList() {
  const queries = useQueryClient();
  return (project: ProjectSummary) => {
    const { queryKey } = projectsQuery();
    queries.setQueryData(
      queryKey,
      (list) => list && [project, ...list.filter(({ id }) => id !== project.id)],
    );
    void queries.invalidateQueries({ queryKey });
  };
}
