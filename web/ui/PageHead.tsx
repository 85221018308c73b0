import type { ReactNode } from 'react';
import styles from './PageHead.module.css';

interface PageHeadProps {
  title: string;
  /** Whether the title is a heading, because it differs from the shell's visually hidden one. */
  isHeading?: boolean;
  /** Count: "12 scenes". An empty text reserves the space while it is unknown. */
  facts?: string | undefined;
  /** Buttons, and notes below them. */
  children?: ReactNode;
}

/** Show the head of a view: title, count, and buttons. */
export function PageHead({ title, isHeading = false, facts, children }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <div>
        {isHeading ? (
          <h2 className={styles.title}>{title}</h2>
        ) : (
          <p className={styles.title} aria-hidden="true">
            {title}
          </p>
        )}
        {facts !== undefined && <p className={styles.facts}>{facts}</p>}
      </div>
      {children}
    </header>
  );
}
