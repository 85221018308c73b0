import { useQuery } from '@tanstack/react-query';
import { buttonClass } from '#web/ui/Button.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { AccountSection } from './AccountSection.tsx';
import { creditsQuery } from './account.data.ts';
import styles from './CreditsSection.module.css';
import { creditMessages, creditStatus } from './creditStatus.ts';

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

export function CreditsSection() {
  const { data, isError, isFetching, refetch } = useQuery(creditsQuery);
  return (
    <AccountSection
      title="Credits"
      text="One credit is worth $0.02. AI features use them, writing never does."
    >
      <div className={styles.row}>
        {data && <Balance balance={data.creditBalance} />}
        {!data && !isError && (
          <div role="status" aria-label="Loading credits">
            <Skeleton width={140} height={54} />
          </div>
        )}
        {!data && isError && (
          <LoadFailure
            text="Your credits could not be loaded."
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        <div className={styles.links}>
          <a className={buttonClass({})} href="/subscribe">
            Subscription
          </a>
          <a className={buttonClass({})} href="/billing">
            Billing
          </a>
          <a className={buttonClass({ kind: 'primary' })} href="/buy-credits">
            Buy Credits
          </a>
        </div>
      </div>
      {data && creditMessages[creditStatus(data.creditBalance)] && (
        <p className={styles.message}>{creditMessages[creditStatus(data.creditBalance)]}</p>
      )}
    </AccountSection>
  );
}

function Balance({ balance }: { balance: number }) {
  const status = creditStatus(balance);
  return (
    <p className={styles.balance}>
      <span className={styles.number}>{number.format(balance)}</span>
      <VisuallyHidden>credits</VisuallyHidden>
      <span className={styles.badge} data-status={status}>
        {status}
      </span>
    </p>
  );
}
