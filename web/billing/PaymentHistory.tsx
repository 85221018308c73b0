import type { Payment } from '#shared/contract/billing.ts';
import { usdText } from '#shared/credits.ts';
import styles from '#web/ui/Table.module.css';
import { dateTime } from './dateTime.ts';
import { PaymentBadge } from './StatusBadge.tsx';
import { spaced } from './subscriptionBadge.ts';

export function PaymentHistory({ payments }: { payments: readonly Payment[] }) {
  if (payments.length === 0) return <p className={styles.none}>No payment history available</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Description</th>
          <th scope="col">Status</th>
          <th scope="col" className={styles.right}>
            Credits
          </th>
          <th scope="col" className={styles.right}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <tr key={payment.id}>
            <td className={styles.date}>{dateTime(payment.createdAt)}</td>
            <td className={styles.what}>
              {payment.description}
              <span className={styles.aside}>{spaced(payment.paymentType)}</span>
            </td>
            <td className={styles.status}>
              <PaymentBadge status={payment.status} />
            </td>
            <td className={styles.right} data-gain={payment.creditsGranted > 0 || undefined}>
              {payment.creditsGranted > 0 && `+${payment.creditsGranted.toLocaleString('en-US')} credits`}
            </td>
            <td className={styles.right}>
              {usdText(payment.amount)}
              {payment.amountReturned > 0 && (
                <span className={styles.under}>{usdText(payment.amountReturned)} went back</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
