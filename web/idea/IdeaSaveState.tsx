import { Check, CircleAlert } from 'lucide-react';
import type { SavePhase } from '#web/lib/autosaveState.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './IdeaScreen.module.css';

interface SaveStateProps {
  phase: SavePhase;
  onRetry: () => void;
}

const icon = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Show the state of saving, discreetly unless it fails. */
export function IdeaSaveState({ phase, onRetry }: SaveStateProps) {
  return (
    <div className={styles.state}>
      <p role="status" className={phase === 'failed' ? styles.failed : undefined}>
        {phase === 'saving' && 'Saving…'}
        {phase === 'saved' && (
          <>
            <Check {...icon} /> Saved
          </>
        )}
        {phase === 'failed' && (
          <>
            <CircleAlert {...icon} /> Not saved
          </>
        )}
      </p>
      {phase === 'failed' && (
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
