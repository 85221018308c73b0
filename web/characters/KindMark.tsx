import styles from './KindMark.module.css';
import { type CharacterType, kinds } from './kinds.ts';

/** Show the type of a character by shape, word and colour. */
export function KindMark({ type }: { type: CharacterType }) {
  const { label, theme } = kinds[type];
  return (
    <span className={styles.kind} data-theme={theme} data-kind={type}>
      <i className={styles.mark} aria-hidden="true" />
      {label}
    </span>
  );
}
