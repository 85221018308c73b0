import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addIssuedCopies,
  createCopyLink,
  createIssue,
  type IssuedCopy,
  listIssues,
  previewIssue,
  removeCopyLink,
  type ScriptIssue,
} from '#shared/contract/issues.ts';
import type { CallInput } from '#shared/endpoint.ts';
import { versionsQuery } from '#web/history/history.data.ts';
import { call } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import { projectListKey } from '#web/projects/projectLists.data.ts';

/** Query the issues whenever the dialog opens: others issue, too. */
export function issuesQuery(projectId: number) {
  return queryOptions({
    queryKey: projectListKey(projectId, 'issues'),
    queryFn: ({ signal }) => call(listIssues, { params: { id: projectId } }, { signal }),
    refetchOnMount: 'always',
  });
}

/** Query the changes that the next issue would list. They are never those of an earlier time. */
export function issuePreviewQuery(projectId: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'issue-preview'],
    queryFn: ({ signal }) => call(previewIssue, { params: { id: projectId } }, { signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

export type IssueInput = NonNullable<CallInput<typeof createIssue>['body']>;
export type CopiesInput = CallInput<typeof addIssuedCopies>['body'];

/** Issue the script. It has a new version afterwards. */
export function useCreateIssue(projectId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: IssueInput) => call(createIssue, { params: { id: projectId }, body }),
    async onSuccess(issue) {
      listCache(queries, issuesQuery(projectId)).change((issues) => [issue, ...issues]);
      await listCache(queries, versionsQuery(projectId)).invalidate();
    },
  });
}

export function useAddCopies(projectId: number) {
  const list = listCache(useQueryClient(), issuesQuery(projectId));
  return useMutation({
    mutationFn: ({ id, ...body }: CopiesInput & { id: number }) =>
      call(addIssuedCopies, { params: { id }, body }),
    onSuccess: (issue) => list.replace(issue),
  });
}

/** Create or end the link of a copy. */
export function useChangeCopyLink(projectId: number) {
  const list = listCache(useQueryClient(), issuesQuery(projectId));
  return useMutation({
    async mutationFn({ copy, isOpen }: { copy: IssuedCopy; isOpen: boolean }): Promise<IssuedCopy> {
      const params = { id: copy.id };
      if (isOpen) return call(createCopyLink, { params });
      await call(removeCopyLink, { params });
      return { ...copy, path: null };
    },
    onSuccess: (changed) => list.change((issues) => issues.map((issue) => withCopy(issue, changed))),
  });
}

function withCopy(issue: ScriptIssue, changed: IssuedCopy): ScriptIssue {
  return { ...issue, copies: issue.copies.map((copy) => (copy.id === changed.id ? changed : copy)) };
}
