import type { ReactNode } from 'react';
import styles from './PlainPage.module.css';

interface PlainPageProps {
  title: string;
  text: string;
  actions: ReactNode;
  /** It stands in a page that has its own main part. */
  isInside?: boolean;
  /** Below what can be done. */
  children?: ReactNode;
}

/** A page of a few words: nothing is here, or something failed. */
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
