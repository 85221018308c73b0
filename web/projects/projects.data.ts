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
 * Last edited first. Every edit in any project, by anyone, changes the order and the dates, so the list is asked
 * for whenever it comes into view; what is known already shows meanwhile.
 */
export function projectsQuery() {
  return queryOptions({
    queryKey: ['projects', 'list'],
    queryFn: ({ signal }) => call(listProjects, undefined, { signal }),
    refetchOnMount: 'always',
  });
}

/** One project, by the code in an address. One key per project, whichever form the address has (decision OQ-19). */
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

/** Changes fields of a project; whoever shows it has the new values at once. */
export function useUpdateProject(projectId: number) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: (body: ProjectChangeBody) => saveProject(queries, projectId, body) });
}

/** The same, for what goes on while no view of it is there. `isLast`: the page is being closed. */
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

/** Something in it was stored just now: the sidebar says since when. */
export function markEdited(queries: QueryClient, projectId: number): void {
  const { queryKey } = projectQuery(encodeProjectId(projectId));
  queries.setQueryData(queryKey, (project) => project && { ...project, updatedAt: new Date().toISOString() });
}

/** Puts a project as a call answered it wherever it is shown: the workspace, its sidebar, the list. */
export async function showProject(queries: QueryClient, project: Project): Promise<void> {
  const { queryKey } = projectQuery(encodeProjectId(project.id));
  const { queryKey: listKey } = projectsQuery();
  // An answer on its way would bring the old values back.
  await queries.cancelQueries({ queryKey, exact: true });
  const known = queries.getQueryData(queryKey);
  if (known && known.revision > project.revision) {
    // Two answers came in the other order: which has the newer fields, the server knows.
    void queries.invalidateQueries({ queryKey, exact: true });
  } else {
    queries.setQueryData(queryKey, project);
    queries.setQueryData(listKey, (list) => list?.map((each) => (each.id === project.id ? project : each)));
  }
  void queries.invalidateQueries({ queryKey: listKey });
}

/** A copy of everything in it but comments, history and members. */
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
      // The project itself and all that was read of it.
      queries.removeQueries({ queryKey: ['projects', projectId] });
    },
  });
}

/** Leaves a project: finds the own entry in its list and removes it; then nothing of it is known here any more. */
export function useLeaveProject() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ projectId, email }: { projectId: number; email: string }) => {
      // Whoever leaves waits for this code; nobody else loads it.
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

/** The newest project stands first, where the server would put it; the list is asked for again all the same. */
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
