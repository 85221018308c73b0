import { Check, Trash2 } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { Comment } from '#shared/contract/comments.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { may } from '#shared/roles.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { commentAuthor, isImported } from './author.ts';
import { CommentBox } from './CommentBox.tsx';
import { CommentHead } from './CommentHead.tsx';
import { CommentPlace } from './CommentPlace.tsx';
import styles from './CommentThread.module.css';
import { commentDraftKey } from './drafts.ts';
import type { CommentThreadItem } from './threads.ts';

interface CommentThreadProps {
  projectId: number;
  role: Project['role'];
  /** The current user. */
  userId: string | undefined;
  thread: CommentThreadItem;
  /** Element of the thread, while it is in the script. */
  element: Element | undefined;
  isActive: boolean;
  onGo: (elementId: number, threadId: number) => void;
  onReply: (threadId: number, content: string) => Promise<unknown>;
  onResolve: (threadId: number) => void;
  onDelete: (comment: Comment) => void;
}

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

/**
 * Show a comment with its replies. It is focusable, so that the focus can move here from a removed
 * thread.
 */
export const CommentThread = memo(function CommentThread({
  projectId,
  role,
  userId,
  thread: { comment, replies },
  element,
  isActive,
  onGo,
  onReply,
  onResolve,
  onDelete,
}: CommentThreadProps) {
  const { id, content, isResolved } = comment;
  const isOwn = (each: Comment) => userId !== undefined && each.userId === userId;
  const canDelete = (each: Comment) => may(role, 'own') || (may(role, 'comment') && isOwn(each));
  // decision OQ-66
  const canResolve = may(role, 'write') || (may(role, 'comment') && isOwn(comment));
  const remove = (each: Comment, what: string) =>
    canDelete(each) && <DeleteButton what={what} onDelete={() => onDelete(each)} />;
  return (
    <li
      className={styles.thread}
      data-thread={id}
      tabIndex={-1}
      aria-current={isActive || undefined}
      aria-label={`Comment by ${commentAuthor(comment)}${isImported(comment) ? ', imported' : ''}`}
    >
      <CommentHead comment={comment} size={24}>
        <span className={styles.tools}>
          {remove(comment, 'comment')}
          {isResolved ? (
            <span className={styles.resolved}>Resolved</span>
          ) : (
            canResolve && (
              <IconButton label="Resolve" size="small" className={styles.tool} onClick={() => onResolve(id)}>
                <Check {...icon} />
              </IconButton>
            )
          )}
        </span>
      </CommentHead>
      <CommentPlace comment={comment} element={element} onGo={() => element && onGo(element.id, id)} />
      <p className={styles.text}>{content}</p>
      {replies.length > 0 && <Replies replies={replies} tool={(reply) => remove(reply, 'reply')} />}
      {may(role, 'comment') && !isResolved && (
        <div className={styles.answer}>
          <CommentBox
            draftKey={commentDraftKey(projectId, id)}
            label="Reply"
            verb="Reply"
            isCompact
            onSend={(text) => onReply(id, text)}
          />
        </div>
      )}
    </li>
  );
});

function DeleteButton({ what, onDelete }: { what: string; onDelete: () => void }) {
  return (
    <IconButton label={`Delete ${what}`} size="small" className={styles.tool} onClick={onDelete}>
      <Trash2 {...icon} />
    </IconButton>
  );
}

interface RepliesProps {
  replies: CommentThreadItem['replies'];
  tool: (reply: Comment) => ReactNode;
}

function Replies({ replies, tool }: RepliesProps) {
  return (
    <ul className={styles.replies}>
      {replies.map((reply) => (
        <li key={reply.id}>
          <CommentHead comment={reply} size={22}>
            <span className={styles.tools}>{tool(reply)}</span>
          </CommentHead>
          <p className={styles.text}>{reply.content}</p>
        </li>
      ))}
    </ul>
  );
}
