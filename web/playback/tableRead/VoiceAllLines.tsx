import { AudioLines, X } from 'lucide-react';
import { hrefOf } from '#web/lib/basePath.ts';
import { Button } from '#web/ui/Button.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import styles from './VoiceAllLines.module.css';
import type { VoicingState } from './voicing.ts';

interface VoiceAllLinesProps {
  /** Number of lines whose file is missing or outdated. */
  count: number;
  /** Price of all lines as text; null: speech is not available now. */
  price: string | null;
  /** Reason why voicing is not available now; null: it is. */
  unavailableReason: string | null;
  /** Remaining credits as text, if they may not be enough. */
  low: string | null;
  state: VoicingState;
  onStart: () => void;
  onCancel: () => void;
}

/**
 * Store the dialogue of the whole script as sound files, so that it plays immediately for everyone.
 */
export function VoiceAllLines(props: VoiceAllLinesProps) {
  const { count, price, unavailableReason, low, state, onStart, onCancel } = props;
  if (state.isRunning) {
    const { done, failed, total } = state;
    return (
      <div className={styles.voicing}>
        <p className={styles.note} role="status">
          {`Voicing lines: ${done + failed} of ${total}`}
        </p>
        <Progress label="Voicing lines" fraction={(done + failed) / Math.max(1, total)} />
        <Button size="small" icon={<X size={14} strokeWidth={1.6} aria-hidden="true" />} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    );
  }
  const lines = count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`;
  return (
    <div className={styles.voicing}>
      {count === 0 && <p className={styles.note}>Every line with a voice is up to date.</p>}
      {count > 0 && <p className={styles.note}>{`${lines} not voiced yet, or changed since.`}</p>}
      {state.failed > 0 && count > 0 && (
        <p className={styles.note} role="status">
          {`${state.failed} of them failed. Try again.`}
        </p>
      )}
      {unavailableReason !== null && count > 0 && <p className={styles.note}>{unavailableReason}</p>}
      {unavailableReason === null && count > 0 && (
        <Button
          size="small"
          icon={<AudioLines size={14} strokeWidth={1.6} aria-hidden="true" />}
          disabled={price === null}
          onClick={onStart}
        >
          Voice all lines <span className={styles.price}>{price}</span>
        </Button>
      )}
      {low !== null && count > 0 && (
        <p className={styles.note}>
          {low} <a href={hrefOf('/buy-credits')}>Buy Credits</a>
        </p>
      )}
    </div>
  );
}
