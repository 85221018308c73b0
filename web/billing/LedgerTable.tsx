import type { LedgerLine } from '#shared/contract/billing.ts';
import styles from '#web/ui/Table.module.css';
import { dateTime } from './dateTime.ts';
import { spaced } from './subscriptionBadge.ts';

const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function LedgerTable({ lines }: { lines: readonly LedgerLine[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">What for</th>
          <th scope="col">Kind</th>
          <th scope="col" className={styles.right}>
            Credits
          </th>
          <th scope="col" className={styles.right}>
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td className={styles.date}>{dateTime(line.createdAt)}</td>
            <td className={styles.what}>
              {line.description ?? spaced(line.type)}
              {line.projectName !== null && <span className={styles.aside}>{line.projectName}</span>}
            </td>
            <td className={`${styles.quiet} ${styles.status}`}>{spaced(line.aiFeature ?? line.type)}</td>
            <td className={styles.right} data-gain={line.amount > 0 || undefined}>
              {signedCredits(line.amount)}
            </td>
            <td className={`${styles.right} ${styles.quiet}`}>{amount.format(line.creditsAfter)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Format with a sign. The minus is U+2212, as wide as the plus. */
function signedCredits(value: number): string {
  return `${value < 0 ? '−' : '+'}${amount.format(Math.abs(value))}`;
}
