import type { ReactNode } from 'react';
import styles from './editing.module.css';

/** What went wrong, above the status line, with what can be done next. */
export function Notice({ id, text, children }: { id?: string; text: string; children: ReactNode }) {
  return (
    <div className={styles.notice} role="alert">
      <p id={id}>{text}</p>
      {children}
    </div>
  );
}
