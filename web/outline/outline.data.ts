import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { closeGaps, renumberDensely } from '#screenplay/denseOrder.ts';
import {
  createOutline,
  deleteOutline,
  listOutlines,
  type OutlineCreate,
  type OutlineItem,
  type OutlinePatch,
  reorderOutlines,
  updateOutline,
} from '#shared/contract/outlines.ts';
import { call, ignoreNotFound } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import { toast } from '#web/lib/toast.ts';
import { outlineToasts } from '#web/outline/outlineToasts.ts';
import { projectListKey } from '#web/projects/projectLists.data.ts';
import { markEdited } from '#web/projects/projects.data.ts';

/**
 * Query the outline. It is refetched on mount, because others write too; the cache is shown until
 * the answer.
 */
export function outlineQuery(projectId: number) {
  return queryOptions({
    queryKey: projectListKey(projectId, 'outline'),
    queryFn: ({ signal }) => call(listOutlines, { params: { id: projectId } }, { signal }),
    refetchOnMount: 'always',
  });
}

function useOutline(projectId: number) {
  const client = useQueryClient();
  const list = listCache(client, outlineQuery(projectId));
  return {
    ...list,
    settle(step: (items: OutlineItem[]) => OutlineItem[]) {
      list.settle(step);
      markEdited(client, projectId);
    },
  };
}

/** Return the mutation scope that sends the changes of one outline one after another, in order. */
function queueOf(projectId: number) {
  return { id: `outline ${projectId}` };
}

export function useCreateOutlineItem(projectId: number) {
  const outline = useOutline(projectId);
  return useMutation({
    scope: queueOf(projectId),
    mutationFn: (body: (typeof OutlineCreate)['_zod']['input']) =>
      call(createOutline, { params: { id: projectId }, body }),
    onSuccess: (item) => {
      outline.settle((items) => [...items.filter(({ id }) => id !== item.id), item]);
      toast(outlineToasts.outlineItemAdded);
    },
    onError: () => toast(outlineToasts.outlineItemAddFailed),
  });
}

export function useUpdateOutlineItem(projectId: number) {
  const outline = useOutline(projectId);
  return useMutation({
    scope: queueOf(projectId),
    mutationFn: ({ itemId, ...body }: { itemId: number } & (typeof OutlinePatch)['_zod']['input']) =>
      call(updateOutline, { params: { id: itemId }, body }),
    onSuccess: ({ id, title, content }) => {
      outline.settle((items) => items.map((each) => (each.id === id ? { ...each, title, content } : each)));
      toast(outlineToasts.outlineItemUpdated);
    },
    onError: () => toast(outlineToasts.outlineItemUpdateFailed),
  });
}

export function useDeleteOutlineItem(projectId: number) {
  const outline = useOutline(projectId);
  return useMutation({
    scope: queueOf(projectId),
    mutationFn: (itemId: number) => call(deleteOutline, { params: { id: itemId } }).catch(ignoreNotFound),
    onSuccess: (_reply, itemId) => {
      outline.settle((items) => closeGaps(items.filter(({ id }) => id !== itemId)));
      toast(outlineToasts.outlineItemDeleted);
    },
    onError: () => toast(outlineToasts.outlineItemDeleteFailed),
  });
}

/**
 * Show the new order at once. A rejection means that someone else has added or deleted: refetch.
 */
export function useReorderOutline(projectId: number) {
  const client = useQueryClient();
  const outline = useOutline(projectId);
  const mutationKey = ['projects', projectId, 'outline-order'];
  /** Return whether this is the latest reorder; otherwise the list already shows a later one. */
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  return useMutation({
    scope: queueOf(projectId),
    mutationKey,
    mutationFn: (outlineIds: number[]) =>
      call(reorderOutlines, { params: { id: projectId }, body: { outlineIds } }),
    onMutate: async (outlineIds) => {
      await outline.cancel();
      const before = outline.rows();
      const known = new Map(before.map((item) => [item.id, item]));
      outline.change(() => renumberDensely(outlineIds.flatMap((id) => known.get(id) ?? [])));
      return before;
    },
    onSuccess: (items) => {
      if (isLast()) outline.settle(() => items);
      toast(outlineToasts.outlineReordered);
    },
    onError: (_error, _outlineIds, before) => {
      toast(outlineToasts.outlineReorderFailed);
      if (!isLast()) return;
      if (before) outline.change(() => before);
      void outline.invalidate();
    },
  });
}
