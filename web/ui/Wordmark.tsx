import styles from './Wordmark.module.css';

/** Show the product's name in underlined typewriter capitals. */
export function Wordmark({ size = 15 }: { size?: number }) {
  return (
    <span className={styles.wordmark} style={{ fontSize: size }}>
      COLD OPEN
    </span>
  );
}
