import styles from './AudioProperties.module.css';

/** Format of the file, the same for all files (docs/spec/audio.md). */
export function AudioProperties({ seconds }: { seconds: number }) {
  const rows = [
    ['Duration', seconds > 0 ? `${seconds.toFixed(1)} s` : ''],
    ['Format', 'MP3'],
    ['Sample rate', '44.1kHz'],
    ['Quality', 'High'],
  ];
  return (
    <section className={styles.properties}>
      <h3>Audio Properties</h3>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
