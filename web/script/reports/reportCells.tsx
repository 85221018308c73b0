import styles from './ReportsDialog.module.css';

export const noHeadings =
  'There are no scenes yet. They are counted by their headings, such as INT. KITCHEN - DAY.';

export function Missing({ text }: { text: string }) {
  return <p className={styles.nothing}>{text}</p>;
}

/** Pages and eighths in separate columns, so that they align. */
export function Eighths({ eighths }: { eighths: number }) {
  const pages = Math.floor(eighths / 8);
  const rest = eighths % 8;
  return (
    <span className={styles.eighths}>
      <span>{pages > 0 && pages}</span> <span>{rest > 0 && `${rest}/8`}</span>
    </span>
  );
}
