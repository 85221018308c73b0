import type { RefObject } from 'react';
import styles from './VariableList.module.css';

interface VariableListProps {
  variables: readonly string[];
  field: RefObject<HTMLTextAreaElement | null>;
  canWrite: boolean;
  onWrite: (text: string) => void;
}

/** List the variables of a template. A press inserts one at the caret. */
export function VariableList({ variables, field, canWrite, onWrite }: VariableListProps) {
  return (
    <div className={styles.variables}>
      <p className={styles.label}>Variables</p>
      <ul className={styles.list}>
        {variables.map((name) => (
          <li key={name}>
            {canWrite ? (
              <button
                type="button"
                className={styles.variable}
                aria-label={`Insert {{${name}}}`}
                onClick={() => field.current && insert(field.current, `{{${name}}}`, onWrite)}
              >
                {`{{${name}}}`}
              </button>
            ) : (
              <span className={styles.variable}>{`{{${name}}}`}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Insert text in place of the selection. */
function insert(field: HTMLTextAreaElement, words: string, onWrite: (text: string) => void): void {
  field.focus();
  // execCommand keeps the field's undo history; where it fails, the value is set.
  if (document.execCommand?.('insertText', false, words)) return;
  field.setRangeText(words, field.selectionStart, field.selectionEnd, 'end');
  onWrite(field.value);
}
