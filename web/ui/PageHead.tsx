import type { ReactNode } from 'react';
import styles from './PageHead.module.css';

interface PageHeadProps {
  title: string;
  /** Where the title is another one than the shell's heading, which is read out unseen. */
  isHeading?: boolean;
  /** Count: "12 scenes". An empty text reserves the space while it is unknown. */
  facts?: string | undefined;
  /** Buttons, and what is to be said below. */
  children?: ReactNode;
}

/** The top of a view: what it is, how much there is of it, and what can be added. */
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
