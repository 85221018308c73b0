import { Button } from './Button.tsx';
import styles from './PanelMessage.module.css';

interface PanelMessageProps {
  title?: string;
  text?: string | undefined;
  /** It is being loaded, which is said to those who hear it. */
  isLoading?: boolean;
  /** Retry after a failure. */
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** Stands where a list would: there is nothing, it is being loaded, or it could not be. */
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
