import type { ReactNode } from 'react';
import styles from './Section.module.css';
import { type SectionId, sections } from './sections.ts';

interface SectionProps {
  id: SectionId;
  /** Purpose in one or two sentences. */
  text: ReactNode;
  children: ReactNode;
}

/** Show a titled section of the page, which can be the target of a link. */
export function Section({ id, text, children }: SectionProps) {
  return (
    <section className={styles.section} id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <header className={styles.head}>
        <h2 className={styles.title} id={`${id}-title`}>
          {sections[id]}
        </h2>
        <p className={styles.text}>{text}</p>
      </header>
      {children}
    </section>
  );
}
