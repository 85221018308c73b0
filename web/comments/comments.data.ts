import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Comment,
  type CommentCreate,
  createComment,
  deleteComment,
  listComments,
  resolveComment,
} from '#shared/contract/comments.ts';
import { commentsToasts } from '#web/comments/commentsToasts.ts';
import { call, ignoreNotFound } from '#web/lib/api.ts';
import { listCache } from '#web/lib/listCache.ts';
import { toast } from '#web/lib/toast.ts';
import { projectListKey } from '#web/projects/projectLists.data.ts';

/**
 * Query the comments. They are refetched on mount, because others write too; the cache is shown
 * until the answer.
 */
export function commentsQuery(projectId: number) {
  return queryOptions({
    queryKey: projectListKey(projectId, 'comments'),
    queryFn: ({ signal }) => call(listComments, { params: { id: projectId }, query: {} }, { signal }),
    refetchOnMount: 'always',
  });
}

function useList(projectId: number) {
  return listCache(useQueryClient(), commentsQuery(projectId));
}

/** Compare comments in the server's order: by ISO time, then by id. */
function byAge(one: Comment, other: Comment): number {
  if (one.createdAt === other.createdAt) return one.id - other.id;
  return one.createdAt < other.createdAt ? -1 : 1;
}

function withComments(list: Comment[], added: readonly Comment[]): Comment[] {
  const ids = new Set(added.map(({ id }) => id));
  return [...list.filter(({ id }) => !ids.has(id)), ...added].sort(byAge);
}

export function useCreateComment(projectId: number) {
  const list = useList(projectId);
  return useMutation({
    mutationFn: (body: CommentCreate) => call(createComment, { params: { id: projectId }, body }),
    onSuccess: (comment) => {
      list.settle((comments) => withComments(comments, [comment]));
      toast(commentsToasts.commentAdded);
    },
  });
}

/** Resolve a thread optimistically; a rejection reverts it. */
export function useResolveComment(projectId: number) {
  const list = useList(projectId);
  const mark = (commentId: number, isResolved: boolean) => (comments: Comment[]) =>
    comments.map((each) => (each.id === commentId ? { ...each, isResolved } : each));
  return useMutation({
    mutationFn: (commentId: number) => call(resolveComment, { params: { id: commentId } }),
    onMutate: (commentId) => {
      list.change(mark(commentId, true));
    },
    onSuccess: (_comment, commentId) => {
      list.settle(mark(commentId, true));
      toast(commentsToasts.commentResolved);
    },
    onError: (_error, commentId) => {
      list.change(mark(commentId, false));
      void list.invalidate();
    },
  });
}

/** Delete a comment and its replies optimistically; a rejection restores them. */
export function useDeleteComment(projectId: number) {
  const list = useList(projectId);
  const isOf = (commentId: number) => (each: Comment) =>
    each.id === commentId || each.parentCommentId === commentId;
  const without = (commentId: number) => (comments: Comment[]) =>
    comments.filter((each) => !isOf(commentId)(each));
  return useMutation({
    mutationFn: (commentId: number) =>
      call(deleteComment, { params: { id: commentId } }).catch(ignoreNotFound),
    onMutate: (commentId) => {
      const removed = list.rows().filter(isOf(commentId));
      list.change(without(commentId));
      return removed;
    },
    onSuccess: (_reply, commentId) => list.settle(without(commentId)),
    onError: (_error, _commentId, removed) =>
      list.change((comments) => withComments(comments, removed ?? [])),
  });
}
