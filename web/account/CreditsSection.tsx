import { useQuery } from '@tanstack/react-query';
import { BalanceFigure } from '#web/credits/BalanceFigure.tsx';
import { balanceFigure, creditMessages, creditStatus, owedText } from '#web/credits/creditStatus.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { PageSection } from '#web/ui/PageSection.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { creditsQuery } from './account.data.ts';
import styles from './CreditsSection.module.css';

export function CreditsSection() {
  const { data, isError, isFetching, refetch } = useQuery(creditsQuery);
  const message = data && creditMessages[creditStatus(data.creditBalance)];
  return (
    <PageSection title="Credits" text="One credit is worth $0.02. AI features use them, writing never does.">
      <div className={styles.row}>
        {data && <BalanceFigure {...balanceFigure(data.creditBalance)} />}
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
          <a className={buttonClass({})} href={hrefOf('/subscribe')}>
            Subscription
          </a>
          <a className={buttonClass({})} href={hrefOf('/billing')}>
            Billing
          </a>
          <a className={buttonClass({ kind: 'primary' })} href={hrefOf('/buy-credits')}>
            Buy Credits
          </a>
        </div>
      </div>
      {data && message && <p className={styles.message}>{message}</p>}
      {data && data.creditsOwed > 0 && <p className={styles.message}>{owedText(data.creditsOwed)}</p>}
    </PageSection>
  );
}
