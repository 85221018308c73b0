import type { getDashboardStats } from '#shared/contract/dashboard.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { costText, countText } from './figures.ts';
import styles from './StatCards.module.css';

type Stats = CallReply<typeof getDashboardStats>;

const cards: readonly { label: string; of: (stats: Stats) => string }[] = [
  { label: 'Total users', of: ({ totalUsers }) => countText(totalUsers) },
  { label: 'Active, last 30 days', of: ({ activeUsers }) => countText(activeUsers) },
  { label: 'AI requests today', of: ({ todayAiRequests }) => countText(todayAiRequests) },
  { label: 'AI requests, total', of: ({ totalAiRequests }) => countText(totalAiRequests) },
  { label: 'AI cost today', of: ({ todayAiCost }) => costText(todayAiCost) },
  { label: 'AI cost, total', of: ({ totalAiCost }) => costText(totalAiCost) },
  { label: 'Projects', of: ({ totalProjects }) => countText(totalProjects) },
];

/** Show the figures above all tabs; dashes while they load. */
export function StatCards({ stats }: { stats: Stats | undefined }) {
  return <Cards label="Figures" cards={cards.map(({ label, of }) => [label, stats ? of(stats) : '–'])} />;
}

/** Show figures in a row, each below its name. */
export function Cards({
  label,
  cards: shown,
}: {
  label: string;
  cards: readonly (readonly [string, string])[];
}) {
  return (
    <section className={styles.frame} aria-label={label}>
      <dl className={styles.cards}>
        {shown.map(([name, figure]) => (
          <div key={name}>
            <dt className={styles.term}>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
