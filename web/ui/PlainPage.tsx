import type { ReactNode } from 'react';
import styles from './PlainPage.module.css';

interface PlainPageProps {
  title: string;
  text: string;
  actions: ReactNode;
  /** Whether the surrounding page already has a `<main>` element. */
  isInside?: boolean;
  /** Content below the actions. */
  children?: ReactNode;
}

/** Show a page with a short message: nothing found, or a failure. */
export function PlainPage({ title, text, actions, isInside = false, children }: PlainPageProps) {
  const Frame = isInside ? 'section' : 'main';
  return (
    <Frame className={isInside ? `${styles.page} ${styles.inside}` : styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>{actions}</div>
      {children}
    </Frame>
  );
}
