import { type ReactNode, useId } from 'react';
import styles from './AccountSection.module.css';

interface AccountSectionProps {
  title: string;
  /** What it is for, where that needs words. */
  text?: ReactNode;
  children: ReactNode;
}

/** A titled part of the page: its name on the left, what it holds on the right; one below the other on a phone. */
export function AccountSection({ title, text, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {text && <p className={styles.text}>{text}</p>}
      </header>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
