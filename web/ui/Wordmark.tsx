import styles from './Wordmark.module.css';

/** The name, set as a teleplay sets its words: typewriter capitals, underlined. */
export function Wordmark({ size = 15 }: { size?: number }) {
  return (
    <span className={styles.wordmark} style={{ fontSize: size }}>
      COLD OPEN
    </span>
  );
}
