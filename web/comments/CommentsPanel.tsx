import { Eye, EyeOff } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CommentCreate } from '#shared/contract/comments.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { may } from '#shared/roles.ts';
import { useUser } from '#web/session/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { PanelProblem } from '#web/ui/PanelProblem.tsx';
import { CommentFoot } from './CommentFoot.tsx';
import styles from './CommentsPanel.module.css';
import { useCreateComment } from './comments.data.ts';
import { NoThreads } from './NoThreads.tsx';
import { ThreadList } from './ThreadList.tsx';
import type { CommentTarget } from './target.ts';
import { type CommentThreadItem, unresolvedCount } from './threads.ts';
import { useThreadActions } from './useThreadActions.tsx';
import { useThreads } from './useThreads.ts';

interface CommentsPanelProps {
  project: Project;
  /** The whole script, unfiltered. */
  elements: readonly Element[];
  /** Target of a new comment. A new object moves the focus to the input. */
  target: CommentTarget | null;
  onClearTarget: () => void;
  /** Id of the thread that is scrolled into view and marked. */
  activeThreadId: number | null;
  onGo: (elementId: number, threadId: number) => void;
}

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

/**
 * Show the threads of a project, oldest first, above the input for a new one
 * (docs/spec/comments.md).
 */
export function CommentsPanel(props: CommentsPanelProps) {
  const { project, elements, target, onClearTarget, activeThreadId, onGo } = props;
  const { query, threads } = useThreads(project.id);
  const { create, reply, newThreadId } = useNewComments(project.id);
  const userId = useUser()?.id;
  const [isShowingResolved, setShowingResolved] = useState(false);
  const list = useRef<HTMLElement>(null);
  const visible = useVisibleThreads(threads, isShowingResolved, activeThreadId);
  const { failure, resolve, ask, question } = useThreadActions(project.id, visible, list);

  const go = useLatestGo(onGo);
  const canComment = may(project.role, 'comment');

  return (
    <div className={styles.panel}>
      {threads.length > 0 && (
        <ThreadBar
          threads={threads}
          isShowingResolved={isShowingResolved}
          onShowResolved={setShowingResolved}
        />
      )}
      <PanelProblem text={failure} />
      <section ref={list} className={styles.list} aria-label="Comments" tabIndex={-1}>
        {visible.length > 0 ? (
          <ThreadList
            frame={list}
            threads={visible}
            elements={elements}
            activeThreadId={activeThreadId}
            newThreadId={newThreadId}
            projectId={project.id}
            role={project.role}
            userId={userId}
            onGo={go}
            onReply={reply}
            onResolve={resolve}
            onDelete={ask}
          />
        ) : (
          <NoThreads
            isLoading={query.isPending}
            error={query.data ? null : query.error}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
            areAllResolved={threads.length > 0}
            canComment={canComment}
          />
        )}
      </section>
      {canComment && (
        <CommentFoot projectId={project.id} target={target} onClearTarget={onClearTarget} onSend={create} />
      )}
      {question}
    </div>
  );
}

/** Return the threads without resolved ones, except the active one. */
function useVisibleThreads(
  threads: readonly CommentThreadItem[],
  isShowingResolved: boolean,
  activeThreadId: number | null,
) {
  return useMemo(
    () =>
      threads.filter(
        ({ comment }) => isShowingResolved || !comment.isResolved || comment.id === activeThreadId,
      ),
    [threads, isShowingResolved, activeThreadId],
  );
}

/** Create comments and replies; `newThreadId` is the last thread that was started. */
function useNewComments(projectId: number) {
  const { mutateAsync: send } = useCreateComment(projectId);
  const [newThreadId, setNewThreadId] = useState<number | null>(null);
  const create = async (body: CommentCreate) => setNewThreadId((await send(body)).id);
  const reply = useCallback(
    (threadId: number, content: string) => send({ content, parentCommentId: threadId }),
    [send],
  );
  return { create, reply, newThreadId };
}

/** Return a stable function: hundreds of threads do not re-render with the screen. */
function useLatestGo(onGo: CommentsPanelProps['onGo']): CommentsPanelProps['onGo'] {
  const latest = useRef(onGo);
  useEffect(() => {
    latest.current = onGo;
  });
  return useCallback((elementId: number, threadId: number) => latest.current(elementId, threadId), []);
}

interface ThreadBarProps {
  threads: readonly CommentThreadItem[];
  isShowingResolved: boolean;
  onShowResolved: (isShown: boolean) => void;
}

/** Show the numbers of unresolved and resolved threads, and the switch that shows resolved ones. */
function ThreadBar({ threads, isShowingResolved, onShowResolved }: ThreadBarProps) {
  const unresolved = unresolvedCount(threads);
  return (
    <div className={styles.bar}>
      <p className={styles.counts} role="status">
        {unresolved} unresolved, {threads.length - unresolved} resolved
      </p>
      <Button
        size="small"
        icon={isShowingResolved ? <EyeOff {...icon} /> : <Eye {...icon} />}
        onClick={() => onShowResolved(!isShowingResolved)}
      >
        {isShowingResolved ? 'Hide Resolved' : 'Show Resolved'}
      </Button>
    </div>
  );
}
