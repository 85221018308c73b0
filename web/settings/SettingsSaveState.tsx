import { Check, CircleAlert } from 'lucide-react';
import styles from './SettingsSaveState.module.css';

interface SaveStateProps {
  isSaving: boolean;
  isSaved: boolean;
  /** The error and its remedy. */
  problem: string | null;
}

/** Show whether changes are saved, in a line whose space is reserved. */
export function SettingsSaveState({ isSaving, isSaved, problem }: SaveStateProps) {
  if (problem && !isSaving) {
    return (
      <p className={`${styles.state} ${styles.problem}`} role="alert">
        <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" />
        {problem}
      </p>
    );
  }
  return (
    <p className={styles.state} role="status">
      {isSaving && 'Saving...'}
      {!isSaving && isSaved && (
        <>
          <Check size={14} strokeWidth={1.6} aria-hidden="true" />
          Saved
        </>
      )}
    </p>
  );
}
