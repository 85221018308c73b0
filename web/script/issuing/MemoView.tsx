import { pageChanges } from '#screenplay/issuing/changeMemo.ts';
import { pageChangeNames, sceneChangeNames } from '#screenplay/issuing/memoText.ts';
import type { ScriptIssue } from '#shared/contract/issues.ts';
import styles from './Issues.module.css';

interface MemoViewProps extends Pick<ScriptIssue, 'memo'> {
  /** Whether to say that the whole script or no page is issued. */
  hasSummary?: boolean;
}

/** List the pages and scenes that an issue changes. */
export function MemoView({ memo, hasSummary = true }: MemoViewProps) {
  const { isFullDraft, pages, scenes } = memo;
  const rows = pageChanges.flatMap((type) => {
    const labels = pages.filter((page) => page.type === type).map(({ label }) => label);
    return labels.length === 0 ? [] : [{ name: pageChangeNames[type], labels: labels.join(', ') }];
  });
  return (
    <div className={styles.memo}>
      {hasSummary && isFullDraft && <p className={styles.text}>The whole script is issued.</p>}
      {hasSummary && !isFullDraft && rows.length === 0 && <p className={styles.text}>No page has changed.</p>}
      {rows.length > 0 && (
        <dl className={styles.pages}>
          {rows.map(({ name, labels }) => (
            <div key={name} className={styles.pageRow}>
              <dt>{name}</dt>
              <dd>{labels}</dd>
            </div>
          ))}
        </dl>
      )}
      {scenes.length > 0 && (
        <table className={styles.scenes} aria-label="Changed scenes">
          <thead>
            <tr>
              <th scope="col">Scene</th>
              <th scope="col">Heading</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {scenes.map(({ number, heading, type }) => (
              <tr key={`${number} ${heading} ${type}`}>
                <td>{number}</td>
                <td dir="auto">{heading}</td>
                <td>{sceneChangeNames[type]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
