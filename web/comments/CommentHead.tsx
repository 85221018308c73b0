import type { ReactNode } from 'react';
import type { Comment } from '#shared/contract/comments.ts';
import { longDate } from '#web/lib/dates.ts';
import { useTimeAgo } from '#web/lib/useTimeAgo.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { commentAuthor, faceOf, isImported } from './author.ts';
import styles from './CommentThread.module.css';

interface CommentHeadProps {
  comment: Comment;
  /** Width of the face in pixels. */
  size: number;
  /** Actions on the comment. */
  children?: ReactNode;
}

/** Show author and time. */
export function CommentHead({ comment, size, children }: CommentHeadProps) {
  return (
    <div className={styles.head}>
      <Avatar person={faceOf(comment)} size={size} />
      <p className={styles.names}>
        <b>{commentAuthor(comment)}</b> {isImported(comment) && <i>imported · </i>}
        <Ago iso={comment.createdAt} />
      </p>
      {children}
    </div>
  );
}

/** Separate component, so that each minute re-renders only the time. */
function Ago({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={longDate(iso)}>
      {useTimeAgo(iso)}
    </time>
  );
}
