import { type ReactNode, useId } from 'react';
import styles from './PageSection.module.css';

interface PageSectionProps {
  /** Target of a link. */
  id?: string;
  title: string;
  /** Explanation, if one is needed. */
  text?: ReactNode;
  children: ReactNode;
}

/** Show a titled part of the page: name on the left, content on the right; stacked on a phone. */
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
