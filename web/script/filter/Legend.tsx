import type { StripColour } from '#screenplay/strip.ts';
import styles from './rows.module.css';

const colours: readonly [StripColour, string][] = [
  ['int-day', 'Int day'],
  ['int-night', 'Int night'],
  ['ext-day', 'Ext day'],
  ['ext-night', 'Ext night'],
];

/** Legend of the strip colours, and the number of scenes. */
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
