import type { ProjectUse } from '#shared/contract/billing.ts';
import styles from '#web/ui/Table.module.css';

const credits = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const count = new Intl.NumberFormat('en-US');

export function UseTable({ use }: { use: readonly ProjectUse[] }) {
  if (use.length === 0) return <p className={styles.none}>No project has used any credits yet.</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Project</th>
          <th scope="col" className={styles.right}>
            Calls
          </th>
          <th scope="col" className={styles.right}>
            Credits
          </th>
        </tr>
      </thead>
      <tbody>
        {use.map((one) => (
          <tr key={one.projectId ?? 'others'}>
            <td className={styles.what}>
              {one.name ?? 'Other: deleted projects, projects you left, or no project'}
            </td>
            <td className={`${styles.right} ${styles.quiet}`}>
              {count.format(one.calls)}
              <span className={styles.onPhone}> {one.calls === 1 ? 'call' : 'calls'}</span>
            </td>
            <td className={styles.right}>{credits.format(one.credits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
