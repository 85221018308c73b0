import { Button } from '#web/ui/Button.tsx';
import styles from './SettingsLoadFailure.module.css';

interface LoadFailureProps {
  /** Subject of the sentence: "The log". */
  what: string;
  isRetrying: boolean;
  onRetry: () => unknown;
}

export function SettingsLoadFailure({ what, isRetrying, onRetry }: LoadFailureProps) {
  return (
    <div className={styles.failure} role="alert">
      <p>{what} could not be loaded.</p>
      <Button size="small" isBusy={isRetrying} onClick={() => onRetry()}>
        Try again
      </Button>
    </div>
  );
}
