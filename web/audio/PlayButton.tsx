import { Play, Square } from 'lucide-react';
import { usePressable } from '#web/ui/pressable.ts';
import { Spin } from '#web/ui/Spinner.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import styles from './PlayButton.module.css';

interface PlayButtonProps {
  /** Label: "Play MARA's voice". */
  label: string;
  /** Label while it plays: "Stop MARA's voice". */
  stopLabel: string;
  /** `coming`: it was pressed, and the sound is loading. A press cancels that too. */
  state: 'silent' | 'coming' | 'playing';
  size?: 'large' | undefined;
  disabled?: boolean;
  onPress: () => void;
}

/** Show a button that plays and stops a sound. */
export function PlayButton({ label, stopLabel, state, size, disabled = false, onPress }: PlayButtonProps) {
  const pressable = usePressable(disabled, { onClick: onPress, onFocus: undefined, onBlur: undefined });
  const name = state === 'silent' ? label : stopLabel;
  const iconSize = size === 'large' ? 15 : 11;
  return (
    <Tooltip text={name}>
      <button
        type="button"
        {...pressable}
        className={[styles.button, size && styles[size]].filter(Boolean).join(' ')}
        data-playing={state === 'silent' ? undefined : ''}
        aria-label={name}
        aria-busy={state === 'coming' || undefined}
      >
        {state === 'silent' && <Play size={iconSize} aria-hidden="true" />}
        {state === 'coming' && <Spin />}
        {state === 'playing' && <Square size={iconSize} aria-hidden="true" />}
      </button>
    </Tooltip>
  );
}
