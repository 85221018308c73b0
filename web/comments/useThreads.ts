import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Comment } from '#shared/contract/comments.ts';
import { commentsQuery } from './comments.data.ts';
import { type CommentThreadItem, commentThreads } from './threads.ts';

const none: Comment[] = [];

/** Return the threads of a project; unchanged threads are reused objects. */
export function useThreads(projectId: number) {
  const query = useQuery(commentsQuery(projectId));
  const known = useRef<readonly CommentThreadItem[]>([]);
  const comments = query.data ?? none;
  const threads = useMemo(() => commentThreads(comments, known.current), [comments]);
  useEffect(() => {
    known.current = threads;
  }, [threads]);
  return { query, threads };
}
