import { Button } from './Button.tsx';
import styles from './LoadFailure.module.css';

interface LoadFailureProps {
  /** Message: "The scenes could not be loaded." */
  text: string;
  /** The server's reason, if there is one. */
  why?: string | undefined;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Replace a view that could not be loaded. */
export function LoadFailure({ text, why, isRetrying, onRetry }: LoadFailureProps) {
  return (
    <div className={styles.failure} role="alert">
      <p>{text}</p>
      {why !== undefined && <p>{why}</p>}
      <Button className={styles.again} isBusy={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
