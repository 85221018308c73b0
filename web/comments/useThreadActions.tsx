import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Comment } from '#shared/contract/comments.ts';
import { messageOf } from '#web/lib/api.ts';
import { useDeleteComment, useResolveComment } from './comments.data.ts';
import { DeleteQuestion } from './DeleteQuestion.tsx';
import { threadIn } from './threadPlaces.ts';
import type { CommentThreadItem } from './threads.ts';

/**
 * Resolve and delete threads. The focus moves to the next thread, after the last to the one before,
 * and to the list when none is left.
 */
export function useThreadActions(
  projectId: number,
  visible: readonly CommentThreadItem[],
  list: RefObject<HTMLElement | null>,
) {
  const { mutateAsync: resolveThread } = useResolveComment(projectId);
  const { mutateAsync: deleteThread } = useDeleteComment(projectId);
  const [failure, setFailure] = useState<string | null>(null);
  const [asked, setAsked] = useState<Comment | null>(null);
  const { focus, neighbourOf } = useThreadFocus(visible, list);
  const afterwards = useRef<(() => void) | null>(null);
  useAfterDialog(asked !== null, afterwards);

  const tell = useCallback((fallback: string) => {
    setFailure(null);
    return (error: unknown) => setFailure(messageOf(error, fallback));
  }, []);

  const resolve = useCallback(
    (threadId: number) => {
      focus(neighbourOf(threadId));
      resolveThread(threadId).catch(tell('The comment could not be resolved. Please try again.'));
    },
    [focus, neighbourOf, resolveThread, tell],
  );
  const ask = useCallback((comment: Comment) => {
    const opener = document.activeElement;
    afterwards.current = () => opener instanceof HTMLElement && opener.focus();
    setAsked(comment);
  }, []);
  const remove = (comment: Comment) => {
    const next = comment.parentCommentId ?? neighbourOf(comment.id);
    afterwards.current = () => focus(next);
    deleteThread(comment.id).catch(tell('The comment could not be deleted. It has been restored.'));
  };
  const replyCount = visible.find(({ comment }) => comment.id === asked?.id)?.replies.length ?? 0;
  return {
    failure,
    resolve,
    ask,
    question: asked && (
      <DeleteQuestion
        comment={asked}
        replyCount={replyCount}
        onClose={() => setAsked(null)}
        onConfirm={() => remove(asked)}
      />
    ),
  };
}

/** Run a function once the dialog is closed. */
function useAfterDialog(isOpen: boolean, afterwards: RefObject<(() => void) | null>): void {
  // A closing dialog restores the focus in a later task; this effect runs after it.
  useEffect(() => {
    if (isOpen || !afterwards.current) return;
    const move = afterwards.current;
    afterwards.current = null;
    const timer = setTimeout(move, 0);
    return () => clearTimeout(timer);
  }, [isOpen, afterwards]);
}

/** Find the thread that gets the focus when one is removed, and focus it. */
function useThreadFocus(visible: readonly CommentThreadItem[], list: RefObject<HTMLElement | null>) {
  const shown = useRef(visible);
  useEffect(() => {
    shown.current = visible;
  });
  const neighbourOf = useCallback((threadId: number): number | null => {
    const at = shown.current.findIndex(({ comment }) => comment.id === threadId);
    return (shown.current[at + 1] ?? shown.current[at - 1])?.comment.id ?? null;
  }, []);
  const focus = useCallback(
    (threadId: number | null) => (threadIn(list.current, threadId) ?? list.current)?.focus(),
    [list],
  );
  return { focus, neighbourOf };
}
