import { Button } from './Button.tsx';
import styles from './PanelMessage.module.css';

interface PanelMessageProps {
  title?: string;
  text?: string | undefined;
  /** Whether the list is loading, which is announced to screen readers. */
  isLoading?: boolean;
  /** Retry after a failure. */
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** Replace a list that is empty, loading, or could not be loaded. */
export function PanelMessage({ title, text, isLoading, onRetry, isRetrying = false }: PanelMessageProps) {
  return (
    <div className={styles.inList} role={onRetry ? 'alert' : isLoading ? 'status' : undefined}>
      {title && <p className={styles.title}>{title}</p>}
      {text && <p>{text}</p>}
      {onRetry && (
        <Button isBusy={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
