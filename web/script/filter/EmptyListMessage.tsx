import styles from './rows.module.css';

/** Message in place of an empty list: the reason, and what to do. */
export function EmptyListMessage({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.nothing} role="status">
      <p className={styles.nothingTitle}>{title}</p>
      <p>{text}</p>
    </div>
  );
}
