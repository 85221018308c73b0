import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  createProject,
  deleteProject,
  getProject,
  importField,
  importScript,
  listProjects,
  type ProjectCreate,
  type ProjectSummary,
  updateProject,
} from '#shared/contract/projects.ts';
import type { CallInput, CallReply } from '#shared/endpoint.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { projectIdCode } from '#shared/projectId.ts';
import { call, upload } from '#web/lib/api.ts';

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
  return queryOptions({
    queryKey: ['projects', projectIdCode.safeParse(code).data ?? code],
    queryFn: ({ signal }) => call(getProject, { params: { id: code } }, { signal }),
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

export type ProjectChange = CallInput<typeof updateProject>['body'];

/** Changes fields of a project; whoever shows it has the new values at once. */
export function useUpdateProject(projectId: number) {
  const queries = useQueryClient();
  const { queryKey } = projectQuery(encodeProjectId(projectId));
  return useMutation({
    mutationFn: (body: ProjectChange) => call(updateProject, { params: { id: projectId }, body }),
    onSuccess: async (project) => {
      // An answer on its way would bring the old values back.
      await queries.cancelQueries({ queryKey, exact: true });
      queries.setQueryData(queryKey, project);
      void queries.invalidateQueries({ queryKey: projectsQuery().queryKey });
    },
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
