import type { ReactNode } from 'react';
import styles from '#web/scriptEditor/verbs/editing.module.css';

interface NoticeProps {
  id?: string;
  text: string;
  /** Nothing went wrong: said without alarm. */
  isGood?: boolean;
  children: ReactNode;
}

/** What happened, above the status line, with what can be done next. */
export function Notice({ id, text, isGood = false, children }: NoticeProps) {
  return (
    <div className={isGood ? styles.news : styles.problem} role={isGood ? 'status' : 'alert'} data-notice="">
      <p id={id}>{text}</p>
      {children}
    </div>
  );
}
