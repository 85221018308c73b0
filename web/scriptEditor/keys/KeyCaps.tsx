import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './KeyCaps.module.css';
import { type Chord, keyCaps, shortcutLabel } from './shortcut.ts';

/** Keys as they look on a keyboard. */
export function KeyCaps({ chord }: { chord: Chord }) {
  return (
    <span className={styles.chord}>
      <VisuallyHidden>{shortcutLabel(chord)}</VisuallyHidden>
      <span className={styles.caps} aria-hidden="true">
        {keyCaps(chord).map((cap) => (
          <kbd key={cap} className={styles.cap}>
            {cap}
          </kbd>
        ))}
      </span>
    </span>
  );
}
