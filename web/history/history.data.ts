import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { PastElement } from '#screenplay/past.ts';
import {
  createVersion,
  deleteVersion,
  getScriptAt,
  historyPageSize,
  listHistory,
  listVersions,
  renameVersion,
} from '#shared/contract/history.ts';
import type { CallInput } from '#shared/endpoint.ts';
import { call, ignoreNotFound } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import { projectListKey } from '#web/projects/projectLists.data.ts';
import { historyKey } from './historyKey.data.ts';

type Query = CallInput<typeof listHistory>['query'];
export interface HistoryFilters {
  search: string;
  action: NonNullable<Query['action']>;
  changedBy: NonNullable<Query['changedBy']>;
}

export const noFilters: HistoryFilters = { search: '', action: 'all', changedBy: 'everyone' };

/**
 * Query the history. It is refetched on mount, because others write too; the cache is shown until
 * the answer.
 */
export function historyQuery(projectId: number, elementId: number | null, filters: HistoryFilters) {
  const { search, action, changedBy } = filters;
  const query: Query = {
    pageSize: historyPageSize,
    ...(search !== '' && { search }),
    ...(action !== 'all' && { action }),
    ...(changedBy !== 'everyone' && { changedBy }),
    ...(elementId !== null && { elementId }),
  };
  return infiniteQueryOptions({
    queryKey: [...historyKey(projectId), query],
    queryFn: ({ pageParam, signal }) =>
      call(listHistory, { params: { id: projectId }, query: { page: pageParam, ...query } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** A moment of the script: the end of a change, and its last move if it is known. */
export interface HistoryMoment {
  historyId: number;
  moveId?: number | undefined;
}

/** Query the script at a moment. The past does not change; only deleted elements may. */
export function scriptAtQuery(projectId: number, { historyId, moveId }: HistoryMoment) {
  return queryOptions({
    queryKey: ['projects', projectId, 'script-at', historyId, moveId ?? null],
    queryFn: async ({ signal }) => {
      const reply = await call(
        getScriptAt,
        { params: { id: projectId }, query: { historyId, ...(moveId !== undefined && { moveId }) } },
        { signal },
      );
      // The types differ only in `undefined`, which JSON lacks.
      return { ...reply, elements: reply.elements as PastElement[] };
    },
    refetchOnMount: 'always',
    gcTime: 60_000,
  });
}

export function versionsQuery(projectId: number) {
  return queryOptions({
    queryKey: projectListKey(projectId, 'versions'),
    queryFn: ({ signal }) => call(listVersions, { params: { id: projectId } }, { signal }),
    staleTime: 0,
  });
}

function useVersionList(projectId: number) {
  return listCache(useQueryClient(), versionsQuery(projectId));
}

export function useNameVersion(projectId: number) {
  const list = useVersionList(projectId);
  return useMutation({
    mutationFn: (body: CallInput<typeof createVersion>['body']) =>
      call(createVersion, { params: { id: projectId }, body }),
    onSuccess: list.invalidate,
  });
}

export function useRenameVersion(projectId: number) {
  const list = useVersionList(projectId);
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      call(renameVersion, { params: { id }, body: { name } }),
    onSuccess: list.replace,
  });
}

export function useDeleteVersion(projectId: number) {
  const list = useVersionList(projectId);
  return useMutation({
    mutationFn: (versionId: number) =>
      call(deleteVersion, { params: { id: versionId } }).catch(ignoreNotFound),
    onSuccess: (_reply, versionId) => list.remove(versionId),
  });
}
