import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './CommentsPanel.module.css';

interface NoThreadsProps {
  isLoading: boolean;
  /** Why the comments could not be loaded. */
  error: Error | null;
  isRetrying: boolean;
  onRetry: () => void;
  /** There are threads, and all of them are resolved and hidden. */
  areAllResolved: boolean;
  canComment: boolean;
}

/** What stands in place of the threads. */
export function NoThreads({
  isLoading,
  error,
  isRetrying,
  onRetry,
  areAllResolved,
  canComment,
}: NoThreadsProps) {
  if (isLoading) {
    return (
      <p className={styles.message} role="status">
        Loading comments...
      </p>
    );
  }
  if (error) {
    return (
      <div className={styles.message} role="alert">
        <p className={styles.title}>Comments could not be loaded</p>
        <p>{messageOf(error, 'Check your connection and try again.')}</p>
        <Button isBusy={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  }
  if (areAllResolved) return <p className={styles.message}>All comments are resolved</p>;
  return (
    <div className={styles.message}>
      <p className={styles.title}>No comments yet</p>
      {canComment && <p>Be the first to add a comment</p>}
    </div>
  );
}
