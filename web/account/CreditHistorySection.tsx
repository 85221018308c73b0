import { useQuery } from '@tanstack/react-query';
import type { CreditEntry } from '#shared/contract/account.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { PageSection } from '#web/ui/PageSection.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import tables from '#web/ui/Table.module.css';
import { creditHistoryQuery } from './account.data.ts';
import styles from './CreditHistorySection.module.css';

const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const moment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export function CreditHistorySection() {
  const { data, isError, isFetching, refetch } = useQuery(creditHistoryQuery);
  return (
    <PageSection
      title="Credit history"
      text={
        <>
          The last 10 entries. <a href={hrefOf('/billing/credits')}>All of them</a>
        </>
      }
    >
      {data && data.length > 0 && <History entries={data} />}
      {data?.length === 0 && <p className={tables.none}>No entries yet.</p>}
      {!data && !isError && (
        <div role="status" aria-label="Loading credit history" className={styles.loading}>
          <Skeleton height={18} />
          <Skeleton height={18} />
          <Skeleton height={18} />
        </div>
      )}
      {!data && isError && (
        <LoadFailure
          text="Your credit history could not be loaded."
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </PageSection>
  );
}

function History({ entries }: { entries: CreditEntry[] }) {
  return (
    <table className={tables.table}>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">What for</th>
          <th scope="col">Service</th>
          <th scope="col" className={tables.right}>
            Credits
          </th>
          <th scope="col" className={tables.right}>
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={tables.date}>{moment.format(new Date(entry.createdAt))}</td>
            <td className={tables.what}>{entry.description ?? words(entry.type)}</td>
            <td className={`${tables.quiet} ${styles.service}`}>{words(entry.aiFeature ?? entry.type)}</td>
            <td className={tables.right} data-gain={entry.amount > 0 || undefined}>
              {signed(entry.amount)}
            </td>
            <td className={`${tables.right} ${tables.quiet}`}>{amount.format(entry.creditsAfter)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Replace underscores by spaces: "image_generation" → "image generation". */
function words(name: string): string {
  return name.replaceAll('_', ' ');
}

/** Format with a sign. The minus is U+2212, as wide as the plus. */
function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${amount.format(Math.abs(value))}`;
}
