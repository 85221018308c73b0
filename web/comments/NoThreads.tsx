import { messageOf } from '#web/lib/api.ts';
import { PanelMessage } from '#web/ui/PanelMessage.tsx';

interface NoThreadsProps {
  isLoading: boolean;
  /** Why the comments could not be loaded. */
  error: Error | null;
  isRetrying: boolean;
  onRetry: () => void;
  /** Whether all threads are resolved and hidden. */
  areAllResolved: boolean;
  canComment: boolean;
}

/** Show a message in place of the threads. */
export function NoThreads({
  isLoading,
  error,
  isRetrying,
  onRetry,
  areAllResolved,
  canComment,
}: NoThreadsProps) {
  if (isLoading) return <PanelMessage text="Loading comments..." isLoading />;
  if (error) {
    return (
      <PanelMessage
        title="Comments could not be loaded"
        text={messageOf(error, 'Check your connection and try again.')}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
    );
  }
  if (areAllResolved) return <PanelMessage text="All comments are resolved" />;
  return (
    <PanelMessage title="No comments yet" text={canComment ? 'Be the first to add a comment' : undefined} />
  );
}
