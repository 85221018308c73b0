import type { ReactNode } from 'react';
import styles from './EmptyPage.module.css';

interface EmptyPageProps {
  /** An svg of lines; it gets its colour here. */
  drawing?: ReactNode;
  title: string;
  /** How it fills. */
  text?: string | undefined;
  /** Buttons. */
  children?: ReactNode;
}

/** In the place of a view that has nothing yet. */
export function EmptyPage({ drawing, title, text, children }: EmptyPageProps) {
  return (
    <div className={styles.empty} data-empty>
      {drawing}
      <h2 className={styles.title}>{title}</h2>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.tools}>{children}</div>}
    </div>
  );
}
