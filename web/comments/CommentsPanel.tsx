import { Eye, EyeOff } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { CommentCreate } from '#shared/contract/comments.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { may } from '#shared/roles.ts';
import { Button } from '#web/ui/Button.tsx';
import { CommentFoot } from './CommentFoot.tsx';
import styles from './CommentsPanel.module.css';
import { CommentThread } from './CommentThread.tsx';
import { useCreateComment } from './comments.data.ts';
import { NoThreads } from './NoThreads.tsx';
import type { CommentTarget } from './target.ts';
import { useShown } from './threadPlaces.ts';
import { unresolvedCount } from './threads.ts';
import { useThreadActions } from './useThreadActions.tsx';
import { useThreads } from './useThreads.ts';

interface CommentsPanelProps {
  project: Project;
  /** The whole script, whatever is filtered. */
  elements: readonly Element[];
  /** What a new comment is made on. A new object brings the focus to the input. */
  target: CommentTarget | null;
  onClearTarget: () => void;
  /** Scrolled into view and marked. */
  activeThreadId: number | null;
  onGo: (elementId: number, threadId: number) => void;
}

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The threads of a project, oldest first, above the input for a new one (spec workspace §2). */
export function CommentsPanel(props: CommentsPanelProps) {
  const { project, elements, target, onClearTarget, activeThreadId, onGo } = props;
  const { query, threads } = useThreads(project.id);
  const create = useCreateComment(project.id);
  const [isShowingResolved, setShowingResolved] = useState(false);
  const [newThreadId, setNewThreadId] = useState<number | null>(null);
  const list = useRef<HTMLElement>(null);
  const byId = useMemo(() => new Map(elements.map((element) => [element.id, element])), [elements]);
  const visible = threads.filter(
    ({ comment }) => isShowingResolved || !comment.isResolved || comment.id === activeThreadId,
  );
  const isVisible = (threadId: number | null) => visible.some(({ comment }) => comment.id === threadId);
  useShown(list, activeThreadId, isVisible(activeThreadId));
  useShown(list, newThreadId, isVisible(newThreadId));
  const { failure, resolve, ask, question } = useThreadActions(project.id, visible, list);

  const start = async (body: CommentCreate) => setNewThreadId((await create.mutateAsync(body)).id);
  const unresolved = unresolvedCount(threads);
  const canComment = may(project.role, 'comment');

  return (
    <div className={styles.panel}>
      {threads.length > 0 && (
        <div className={styles.bar}>
          <p className={styles.counts} role="status">
            {unresolved} unresolved, {threads.length - unresolved} resolved
          </p>
          <Button
            size="small"
            icon={isShowingResolved ? <EyeOff {...icon} /> : <Eye {...icon} />}
            onClick={() => setShowingResolved(!isShowingResolved)}
          >
            {isShowingResolved ? 'Hide Resolved' : 'Show Resolved'}
          </Button>
        </div>
      )}
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <section ref={list} className={styles.list} aria-label="Comments" tabIndex={-1}>
        {visible.length > 0 ? (
          <ul>
            {visible.map((thread) => (
              <CommentThread
                key={thread.comment.id}
                projectId={project.id}
                role={project.role}
                thread={thread}
                element={byId.get(thread.comment.scriptElementId ?? 0)}
                isActive={thread.comment.id === activeThreadId}
                onGo={onGo}
                onResolve={resolve}
                onDelete={ask}
              />
            ))}
          </ul>
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
        <CommentFoot projectId={project.id} target={target} onClearTarget={onClearTarget} onSend={start} />
      )}
      {question}
    </div>
  );
}
