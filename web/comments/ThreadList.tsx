import { type ComponentProps, type RefObject, useDeferredValue, useMemo } from 'react';
import type { Element } from '#shared/contract/elements.ts';
import { CommentThread } from './CommentThread.tsx';
import { useShown } from './threadPlaces.ts';
import type { CommentThreadItem } from './threads.ts';

type OfThread = 'thread' | 'element' | 'isActive';

interface ThreadListProps extends Omit<ComponentProps<typeof CommentThread>, OfThread> {
  /** The scroll container. */
  frame: RefObject<HTMLElement | null>;
  threads: readonly CommentThreadItem[];
  elements: readonly Element[];
  activeThreadId: number | null;
  /** The thread that was just started; it is scrolled into view too. */
  newThreadId: number | null;
}

/** Threads rendered first, more than a screen shows. The others follow in a later render. */
const drawnAtOnce = 30;

export function ThreadList({
  frame,
  threads,
  elements,
  activeThreadId,
  newThreadId,
  ...rest
}: ThreadListProps) {
  const drawn = useDeferredValue(threads, threads.slice(0, drawnAtOnce));
  const byId = useMemo(() => new Map(elements.map((element) => [element.id, element])), [elements]);
  const isDrawn = (threadId: number | null) => drawn.some(({ comment }) => comment.id === threadId);
  useShown(frame, activeThreadId, isDrawn(activeThreadId));
  useShown(frame, newThreadId, isDrawn(newThreadId));
  return (
    <ul>
      {drawn.map((thread) => (
        <CommentThread
          key={thread.comment.id}
          thread={thread}
          element={byId.get(thread.comment.scriptElementId ?? 0)}
          isActive={thread.comment.id === activeThreadId}
          {...rest}
        />
      ))}
    </ul>
  );
}
