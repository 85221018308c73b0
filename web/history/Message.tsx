import { Button } from '#web/ui/Button.tsx';
import styles from './Message.module.css';

interface MessageProps {
  title: string;
  text: string;
  /** Of a failure. */
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** Stands where a list would: there is nothing, or it could not be loaded. */
export function Message({ title, text, onRetry, isRetrying = false }: MessageProps) {
  return (
    <div className={styles.message} role={onRetry ? 'alert' : undefined}>
      <p className={styles.title}>{title}</p>
      <p>{text}</p>
      {onRetry && (
        <Button isBusy={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
