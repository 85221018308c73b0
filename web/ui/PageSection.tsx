import { type ReactNode, useId } from 'react';
import styles from './PageSection.module.css';

interface PageSectionProps {
  /** What an address leads to. */
  id?: string;
  title: string;
  /** What it is for, where that needs words. */
  text?: ReactNode;
  children: ReactNode;
}

/** A titled part of the page: its name on the left, what it holds on the right; one below the other on a phone. */
export function PageSection({ id, title, text, children }: PageSectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} id={id} aria-labelledby={titleId}>
      <header>
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        {text && <p className={styles.text}>{text}</p>}
      </header>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
