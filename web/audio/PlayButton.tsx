import { Play, Square } from 'lucide-react';
import { usePressable } from '#web/ui/pressable.ts';
import { Spin } from '#web/ui/Spinner.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import styles from './PlayButton.module.css';

interface PlayButtonProps {
  /** Label: "Play MARA's voice". */
  label: string;
  /** While it sounds: "Stop MARA's voice". */
  stopLabel: string;
  /** Coming: it was pressed, and nothing is heard yet. A press stops that, too. */
  state: 'silent' | 'coming' | 'playing';
  size?: 'large' | undefined;
  disabled?: boolean;
  onPress: () => void;
}

/** Plays something, and stops it. */
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
