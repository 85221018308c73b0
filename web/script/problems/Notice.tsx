import type { ReactNode } from 'react';
import styles from '#web/scriptEditor/verbs/editing.module.css';

interface NoticeProps {
  id?: string;
  text: string;
  /** Show it as a success. */
  isGood?: boolean;
  children: ReactNode;
}

/** Notice above the status line, with actions. */
export function Notice({ id, text, isGood = false, children }: NoticeProps) {
  return (
    <div className={isGood ? styles.news : styles.problem} role={isGood ? 'status' : 'alert'} data-notice="">
      <p id={id}>{text}</p>
      {children}
    </div>
  );
}
