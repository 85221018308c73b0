import { Button } from '#web/ui/Button.tsx';
import styles from './FindBar.module.css';

interface ReplaceRowProps {
  replacement: string;
  /** There is nothing to replace, or it is under way. */
  isDisabled: boolean;
  onReplacement: (replacement: string) => void;
  onReplace: () => void;
  onReplaceAll: () => void;
}

/** The new text, and putting it in the place of one match or of all. */
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
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
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
