import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { importField, importScript } from '#shared/contract/importing.ts';
import {
  createProject,
  deleteProject,
  duplicateProject,
  type ProjectCreate,
  type ProjectSummary,
} from '#shared/contract/projects.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { call } from '#web/lib/api.ts';
import { upload } from '#web/lib/fileCalls.ts';
import { projectListCache } from './projects.data.ts';

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
      projectListCache(queries).remove(projectId);
      // The project itself and everything that was loaded of it.
      queries.removeQueries({ queryKey: ['projects', projectId] });
    },
  });
}

/** Put the newest project first, as the server does. The list is refetched anyway. */
function useAddToList() {
  const queries = useQueryClient();
  return (project: ProjectSummary) => {
    const list = projectListCache(queries);
    list.putFirst(project);
    void list.invalidate();
  };
}
