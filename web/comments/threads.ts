import type { Comment } from '#shared/contract/comments.ts';

export interface CommentThreadItem {
  /** The first comment. */
  comment: Comment;
  /** Oldest first. */
  replies: Comment[];
}

/**
 * Group the server's flat list into threads, in its order. An unchanged thread stays the same
 * object.
 */
export function commentThreads(
  comments: readonly Comment[],
  known: readonly CommentThreadItem[] = [],
): CommentThreadItem[] {
  const replies = new Map<number, Comment[]>();
  for (const comment of comments) {
    if (comment.parentCommentId === null) continue;
    const others = replies.get(comment.parentCommentId);
    if (others) others.push(comment);
    else replies.set(comment.parentCommentId, [comment]);
  }
  const before = new Map(known.map((thread) => [thread.comment.id, thread]));
  return comments
    .filter(({ parentCommentId }) => parentCommentId === null)
    .map((comment) => {
      const thread = { comment, replies: replies.get(comment.id) ?? [] };
      const old = before.get(comment.id);
      return old && isSame(old, thread) ? old : thread;
    });
}

function isSame(one: CommentThreadItem, other: CommentThreadItem): boolean {
  return (
    one.comment === other.comment &&
    one.replies.length === other.replies.length &&
    one.replies.every((reply, i) => reply === other.replies[i])
  );
}

/** Return the count of the badge, without replies (decision OQ-64). */
export function unresolvedCount(threads: readonly CommentThreadItem[]): number {
  return threads.filter(({ comment }) => !comment.isResolved).length;
}
