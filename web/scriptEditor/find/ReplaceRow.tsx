import { ALargeSmall } from 'lucide-react';
import { isComposingKey } from '#web/lib/composition.ts';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import styles from './FindBar.module.css';

interface ReplaceRowProps {
  text: string;
  /** Whether the replacement gets the capitals of what it replaces. */
  keepsCapitals: boolean;
  /** Nothing can be replaced, or a replacement is running. */
  isDisabled: boolean;
  onText: (text: string) => void;
  onKeepsCapitals: (keepsCapitals: boolean) => void;
  onReplace: () => void;
  onReplaceAll: () => void;
}

/** Field for the replacement, with buttons for one match and for all. */
export function ReplaceRow(props: ReplaceRowProps) {
  const { text, isDisabled, onText, onReplace, onReplaceAll } = props;
  return (
    <div className={styles.replaceRow}>
      <input
        type="text"
        className={styles.input}
        aria-label="Replace with"
        placeholder="Replace with"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposingKey(event)) return;
          event.preventDefault();
          if (!isDisabled) onReplace();
        }}
      />
      <IconButton
        size="small"
        label="Keep capitals"
        className={styles.toggle}
        aria-pressed={props.keepsCapitals}
        onClick={() => props.onKeepsCapitals(!props.keepsCapitals)}
      >
        <ALargeSmall size={16} strokeWidth={1.6} aria-hidden />
      </IconButton>
      <Button size="small" disabled={isDisabled} onClick={onReplace}>
        Replace
      </Button>
      <Button size="small" disabled={isDisabled} onClick={onReplaceAll}>
        Replace all…
      </Button>
    </div>
  );
}
