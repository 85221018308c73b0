import type { StripColour } from '#screenplay/strip.ts';
import styles from './rows.module.css';

const colours: readonly [StripColour, string][] = [
  ['int-day', 'Int day'],
  ['int-night', 'Int night'],
  ['ext-day', 'Ext day'],
  ['ext-night', 'Ext night'],
];

/** What the strips say, and how many scenes there are. */
export function Legend({ count }: { count: number }) {
  return (
    <footer className={styles.legend}>
      {colours.map(([colour, label]) => (
        <span key={colour}>
          <i className={styles.key} data-strip={colour} />
          {label}
        </span>
      ))}
      <span className={styles.total}>
        {count} {count === 1 ? 'scene' : 'scenes'}
      </span>
    </footer>
  );
}
