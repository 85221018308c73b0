import type { ReactNode } from 'react';
import styles from './EmptyPage.module.css';

interface EmptyPageProps {
  /** A line drawing as SVG, coloured here. */
  drawing?: ReactNode;
  title: string;
  /** Explanation of how to add content. */
  text?: string | undefined;
  /** Buttons. */
  children?: ReactNode;
}

/** Replace a view that has no content yet. */
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
