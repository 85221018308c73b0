import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createReadingLink, getReadingLink, removeReadingLink } from '#shared/contract/readingLinks.ts';
import {
  type AccessEntry,
  acceptInvitation,
  changeMemberRole,
  getProjectInvitation,
  inviteMember,
  listAccess,
  removeMember,
  transferProject,
} from '#shared/contract/shares.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import type { ShareRole } from '#shared/roles.ts';
import { call } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import { objectCache } from '#web/lib/objectCache.ts';
import { projectListKey } from '#web/projects/projectLists.data.ts';
import { projectQuery, projectsQuery } from '#web/projects/projects.data.ts';

/** Query the members whenever the dialog opens: invitations are accepted and expire elsewhere. */
export function accessQuery(projectId: number) {
  return queryOptions({
    queryKey: projectListKey(projectId, 'access'),
    queryFn: ({ signal }) => call(listAccess, { params: { id: projectId } }, { signal }),
    refetchOnMount: 'always',
  });
}

/** Query the read-only link; only owners have access. */
export function readingLinkQuery(projectId: number) {
  return queryOptions({
    queryKey: ['projects', projectId, 'reading-link'],
    queryFn: ({ signal }) => call(getReadingLink, { params: { id: projectId } }, { signal }),
    refetchOnMount: 'always',
  });
}

export function useInviteMember(projectId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; role: ShareRole }) =>
      call(inviteMember, { params: { id: projectId }, body }),
    onSuccess: listCache(queries, accessQuery(projectId)).invalidate,
  });
}

interface RoleChange {
  accessId: number;
  role: ShareRole;
}

/** Change a role optimistically; a rejection reverts it. */
export function useChangeMemberRole(projectId: number) {
  const queries = useQueryClient();
  const list = listCache(queries, accessQuery(projectId));
  const show = (accessId: number, role: AccessEntry['role']) =>
    list.change((entries) => entries.map((entry) => (entry.id === accessId ? { ...entry, role } : entry)));
  return useMutation({
    mutationFn: ({ accessId, role }: RoleChange) =>
      call(changeMemberRole, { params: { id: projectId, accessId }, body: { role } }),
    onMutate: async ({ accessId, role }) => {
      await list.cancel();
      const before = list.rows().find(({ id }) => id === accessId)?.role;
      show(accessId, role);
      return { before };
    },
    onError: (_error, { accessId }, context) => {
      if (context?.before) show(accessId, context.before);
      void list.invalidate();
    },
    onSuccess: ({ role }, { accessId }) => show(accessId, role),
  });
}

export function useRemoveMember(projectId: number) {
  const queries = useQueryClient();
  const list = listCache(queries, accessQuery(projectId));
  return useMutation({
    mutationFn: (accessId: number) => call(removeMember, { params: { id: projectId, accessId } }),
    onSuccess: (_, accessId) => list.remove(accessId),
    onError: () => void list.invalidate(),
  });
}

export function useTransferProject(projectId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (accessId: number) =>
      call(transferProject, { params: { id: projectId }, body: { accessId } }),
    onSuccess: (list) => {
      listCache(queries, accessQuery(projectId)).change(() => list);
      queries.removeQueries({ queryKey: readingLinkQuery(projectId).queryKey });
      return roleChanged(queries, projectId);
    },
  });
}

/** Refetch what depends on the user's role in the project. */
function roleChanged(queries: QueryClient, projectId: number): Promise<unknown> {
  void queries.invalidateQueries({ queryKey: projectsQuery().queryKey });
  const { queryKey } = projectQuery(encodeProjectId(projectId));
  return queries.invalidateQueries({ queryKey, exact: true });
}

export function useCreateReadingLink(projectId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (expireDays: number) =>
      call(createReadingLink, { params: { id: projectId }, body: { expireDays } }),
    onSuccess: (answer) => objectCache(queries, readingLinkQuery(projectId)).set(answer),
  });
}

export function useRemoveReadingLink(projectId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(removeReadingLink, { params: { id: projectId } }),
    onSuccess: () => objectCache(queries, readingLinkQuery(projectId)).set({ link: null }),
  });
}

/** How long a fetched invitation is not refetched (docs/spec/sharing.md). */
export const invitationFreshMs = 5 * 60_000;

export function invitationQuery(inviteToken: string) {
  return queryOptions({
    queryKey: ['invitations', inviteToken],
    queryFn: ({ signal }) => call(getProjectInvitation, { params: { inviteToken } }, { signal }),
    staleTime: invitationFreshMs,
    gcTime: invitationFreshMs,
  });
}

export function useAcceptInvitation(inviteToken: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(acceptInvitation, { params: { inviteToken } }),
    onSuccess: ({ projectId }) => {
      // Not refetched on the current page; when opened again, it shows that the invitation was
      // used.
      void queries.invalidateQueries({
        queryKey: invitationQuery(inviteToken).queryKey,
        refetchType: 'none',
      });
      return roleChanged(queries, projectId);
    },
  });
}
