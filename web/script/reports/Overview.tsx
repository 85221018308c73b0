import { type Report, runningTime } from '#screenplay/reports.ts';
import styles from './ReportsDialog.module.css';
import { LongestTable } from './tables.tsx';

interface OverviewProps {
  report: Report;
  sceneNumbers: ReadonlyMap<number, string>;
  onGo: (index: number) => void;
}

const whole = new Intl.NumberFormat('en-US');

/** The script in five figures, and its longest scenes. */
export function Overview({ report, sceneNumbers, onGo }: OverviewProps) {
  const figures: [label: string, figure: string][] = [
    ['Pages', whole.format(report.pages)],
    ['Scenes', whole.format(report.scenes)],
    ['Words', whole.format(report.words)],
    ['Estimated running time', runningTime(report.eighths)],
    ['Speaking parts', whole.format(report.characters.length)],
  ];
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(([label, figure]) => (
          <div key={label}>
            <dt className={styles.term}>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>A page is counted as a minute.</p>
      {report.longest.length > 0 && (
        <>
          <h3 className={styles.title}>Longest scenes</h3>
          <LongestTable rows={report.longest} sceneNumbers={sceneNumbers} onGo={onGo} />
        </>
      )}
    </>
  );
}
