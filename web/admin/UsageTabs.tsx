import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  defaultUsageRange,
  shownFeatures,
  type TopUser,
  type UsageRange,
  type UsageStats,
  usageRanges,
} from '#shared/contract/dashboard.ts';
import { messageOf } from '#web/lib/api.ts';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { StackedBars } from '#web/ui/StackedBars.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { CsvButton } from './CsvButton.tsx';
import { dashboardStatsQuery, type ShownUsage, usageStatsQuery } from './dashboard.data.ts';
import { FigureTable } from './FigureTable.tsx';
import { chartOf, costText, countText, rangeLabels, usdTickText } from './figures.ts';
import listStyles from './List.module.css';
import { Cards } from './StatCards.tsx';
import type { Column } from './Table.tsx';
import styles from './UsageTabs.module.css';

/** Show the number of AI requests: over time, by feature, by service and by user. */
export function UsageTab() {
  const [range, setRange] = useState<UsageRange>(defaultUsageRange);
  return (
    <WhenThere query={useQuery(usageStatsQuery(range))}>
      {(stats) => (
        <>
          <Chart of="requests" stats={stats} range={range} onRange={setRange} />
          <div className={styles.two}>
            <FigureTable
              title={`By feature, ${rangeLabels[stats.range].toLowerCase()}`}
              columns={featureColumns}
              rows={stats.featureBreakdown.slice(0, shownFeatures)}
              allRows={stats.featureBreakdown}
              keyOf={({ feature }) => feature}
            />
            <FigureTable
              title={`By service, ${rangeLabels[stats.range].toLowerCase()}`}
              columns={serviceColumns}
              rows={stats.serviceBreakdown}
              keyOf={({ service }) => service}
            />
          </div>
          <TopUsers />
        </>
      )}
    </WhenThere>
  );
}

/** Show the cost: over time, by model, and by top users. */
export function CostTab() {
  const [range, setRange] = useState<UsageRange>(defaultUsageRange);
  return (
    <WhenThere query={useQuery(usageStatsQuery(range))}>
      {(stats) => (
        <>
          <Cards
            label="Costs"
            cards={[
              ['Cost', costText(stats.totalCost)],
              ['Requests', countText(stats.totalRequests)],
              ['Cost a request', stats.totalRequests ? costText(stats.totalCost / stats.totalRequests) : '–'],
              ['Tokens', countText(stats.totalTokens)],
              ['Failed requests', countText(stats.totalFailures)],
            ]}
          />
          <Chart of="cost" stats={stats} range={range} onRange={setRange} />
          <div className={styles.two}>
            <FigureTable
              title={`Cost by model, ${rangeLabels[stats.range].toLowerCase()}`}
              columns={modelColumns}
              rows={stats.modelBreakdown}
              keyOf={({ service, model }) => `${service} ${model}`}
            />
            <FigureTable
              title={`Cost by feature, ${rangeLabels[stats.range].toLowerCase()}`}
              columns={featureColumns}
              rows={stats.featureBreakdown.slice(0, shownFeatures)}
              allRows={stats.featureBreakdown}
              keyOf={({ feature }) => feature}
            />
          </div>
          <TopUsers />
        </>
      )}
    </WhenThere>
  );
}

interface ChartProps {
  of: 'requests' | 'cost';
  stats: ShownUsage;
  /** The chosen range; its figures may be loading. */
  range: UsageRange;
  onRange: (range: UsageRange) => void;
}

function Chart({ of, stats, range, onRange }: ChartProps) {
  const each = stats.range === '24h' ? 'an hour' : 'a day';
  const title = of === 'requests' ? `AI requests ${each}` : `AI cost ${each}`;
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <label className={styles.range}>
          <VisuallyHidden>Range</VisuallyHidden>
          <select
            value={range}
            onChange={({ target }) => onRange(usageRanges.find((each) => each === target.value) ?? range)}
          >
            {usageRanges.map((each) => (
              <option key={each} value={each}>
                {rangeLabels[each]}
              </option>
            ))}
          </select>
        </label>
        {stats.totalRequests > 0 && (
          <CsvButton label={`${title} by feature`} columns={seriesColumns} pages={() => [stats.series]} />
        )}
      </header>
      {stats.totalRequests === 0 ? (
        <p className={listStyles.empty}>No AI requests in this period.</p>
      ) : (
        <StackedBars
          title={`${title}, ${rangeLabels[stats.range].toLowerCase()}, by feature`}
          unit={of === 'requests' ? 'Requests' : 'US dollars'}
          labelTitle={stats.range === '24h' ? 'Hour (UTC)' : 'Day (UTC)'}
          format={of === 'requests' ? countText : costText}
          formatTick={of === 'requests' ? countText : usdTickText}
          minStep={of === 'requests' ? 1 : 0}
          {...chartOf(stats, of)}
        />
      )}
      <p className={styles.note}>Times are in UTC. The last bar is still incomplete.</p>
    </section>
  );
}

interface Amounts {
  requests: number;
  cost: number;
  tokens: number;
}

const amountColumns: readonly Column<Amounts>[] = [
  {
    title: 'Requests',
    isNumber: true,
    cell: ({ requests }) => countText(requests),
    value: ({ requests }) => requests,
  },
  { title: 'Tokens', isNumber: true, cell: ({ tokens }) => countText(tokens), value: ({ tokens }) => tokens },
  {
    title: 'Cost, $',
    isNumber: true,
    cell: ({ cost }) => costText(cost).slice(1),
    value: ({ cost }) => cost,
  },
];

const codeOf = (text: string) => <span className={listStyles.code}>{text}</span>;

const featureColumns: readonly Column<UsageStats['featureBreakdown'][number]>[] = [
  { title: 'Feature', cell: ({ feature }) => codeOf(feature), value: ({ feature }) => feature },
  ...amountColumns,
];

const serviceColumns: readonly Column<UsageStats['serviceBreakdown'][number]>[] = [
  {
    title: 'Service',
    cell: ({ service }) => <span className={listStyles.oneLine}>{service}</span>,
    value: ({ service }) => service,
  },
  ...amountColumns,
];

const modelColumns: readonly Column<UsageStats['modelBreakdown'][number]>[] = [
  { title: 'Model', cell: ({ model }) => codeOf(model), value: ({ model }) => model },
  {
    title: 'Service',
    cell: ({ service }) => <span className={listStyles.oneLine}>{service}</span>,
    value: ({ service }) => service,
  },
  ...amountColumns,
  {
    title: 'Failed',
    isNumber: true,
    cell: ({ failures }) => countText(failures),
    value: ({ failures }) => failures,
  },
];

/**
 * Columns of the file: one row per feature and hour or day, so that spreadsheets can pivot and sum.
 */
const seriesColumns: readonly Column<UsageStats['series'][number]>[] = [
  { title: 'From (UTC)', cell: ({ at }) => at },
  { title: 'Feature', cell: ({ feature }) => feature },
  ...amountColumns,
];

const nameOf = ({ firstName, lastName }: TopUser) => [firstName, lastName].filter(Boolean).join(' ');

const topColumns: readonly Column<TopUser>[] = [
  { title: 'Name', cell: (user) => <span dir="auto">{nameOf(user) || '–'}</span>, value: nameOf },
  { title: 'Email', cell: ({ email }) => email },
  {
    title: 'Requests',
    isNumber: true,
    cell: ({ requests }) => countText(requests),
    value: ({ requests }) => requests,
  },
  {
    title: 'Cost, $',
    isNumber: true,
    cell: ({ cost }) => costText(cost).slice(1),
    value: ({ cost }) => cost,
  },
];

/** Show the top users, from the query that AdminDashboard already runs. */
function TopUsers() {
  const { data } = useQuery({ ...dashboardStatsQuery, enabled: false });
  return (
    data && (
      <FigureTable
        title="Top users of all time"
        empty="No one has used AI yet."
        columns={topColumns}
        rows={data.topUsers}
        keyOf={({ userId }) => userId}
      />
    )
  );
}

function WhenThere({
  query,
  children,
}: {
  query: UseQueryResult<ShownUsage>;
  children: (stats: ShownUsage) => ReactNode;
}) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  if (data)
    return (
      <div className={styles.tab} aria-busy={isPlaceholderData || undefined}>
        {children(data)}
      </div>
    );
  if (error) {
    return (
      <LoadFailure
        text="The figures could not be loaded."
        why={messageOf(error, '') || undefined}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div role="status" aria-label="The figures are loading" className={styles.tab}>
      <Skeleton height={330} />
      <Skeleton height={200} />
    </div>
  );
}
