import { isComposingKey } from '#web/lib/composition.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './FindBar.module.css';

interface ReplaceRowProps {
  replacement: string;
  /** Nothing can be replaced, or a replacement is running. */
  isDisabled: boolean;
  onReplacement: (replacement: string) => void;
  onReplace: () => void;
  onReplaceAll: () => void;
}

/** Field for the replacement, with buttons for one match and for all. */
export function ReplaceRow(props: ReplaceRowProps) {
  const { replacement, isDisabled, onReplacement, onReplace, onReplaceAll } = props;
  return (
    <div className={styles.replaceRow}>
      <input
        type="text"
        className={styles.input}
        aria-label="Replace with"
        placeholder="Replace with"
        autoComplete="off"
        value={replacement}
        onChange={(event) => onReplacement(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposingKey(event)) return;
          event.preventDefault();
          if (!isDisabled) onReplace();
        }}
      />
      <Button size="small" disabled={isDisabled} onClick={onReplace}>
        Replace
      </Button>
      <Button size="small" disabled={isDisabled} onClick={onReplaceAll}>
        Replace all…
      </Button>
    </div>
  );
}
