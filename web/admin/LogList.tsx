import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AiUsageLog, aiFeatures, usageOutcomes } from '#shared/contract/dashboard.ts';
import { SelectField } from '#web/ui/TextField.tsx';
import type { ListState } from './admin.data.ts';
import { allUsage, type LogFilter, usageLogQuery } from './dashboard.data.ts';
import { shortMoment } from './dates.ts';
import { costText, countText } from './figures.ts';
import styles from './List.module.css';
import { List, Status } from './List.tsx';
import type { Column } from './Table.tsx';

type Outcome = (typeof usageOutcomes)[number];
type State = ListState<'createdAt', Outcome>;

/** Show all calls to models, newest first. A page starts after the previous page's last entry. */
export function LogList() {
  const [state, setState] = useState<State>({
    search: '',
    status: null,
    sort: 'createdAt',
    order: 'desc',
    page: 0,
  });
  const [feature, setFeature] = useState<LogFilter['feature']>(null);
  // For each visited page, the entry after which it starts; null for the first.
  const [starts, setStarts] = useState<readonly (number | null)[]>([null]);
  const filter: LogFilter = { search: state.search, feature, outcome: state.status };
  const query = useQuery(usageLogQuery(filter, starts[state.page] ?? null));
  const change = (part: Partial<State>) => {
    const { page = 0 } = part;
    const last = query.data?.rows.at(-1);
    if (page > state.page && last) setStarts([...starts.slice(0, page), last.id]);
    setState({ ...state, ...part, page });
  };
  return (
    <List
      label="AI calls"
      searchLabel="Name or email"
      statuses={usageOutcomes}
      columns={columns}
      query={query}
      state={state}
      onChange={change}
      isNarrowed={feature !== null}
      empty="No AI requests yet."
      pages={(signal) => allUsage(filter, signal)}
      filters={
        <SelectField
          label="Feature"
          value={feature ?? ''}
          onChange={({ target }) => {
            setFeature(aiFeatures.find((each) => each === target.value) ?? null);
            setState({ ...state, page: 0 });
          }}
        >
          <option value="">All</option>
          {aiFeatures.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </SelectField>
      }
    />
  );
}

const outcomeOf = ({ success }: AiUsageLog): Outcome => (success ? 'succeeded' : 'failed');

const columns: readonly Column<AiUsageLog, 'createdAt'>[] = [
  {
    title: 'When',
    cell: ({ createdAt }) => <span className={styles.date}>{shortMoment(createdAt)}</span>,
    value: ({ createdAt }) => createdAt,
  },
  {
    title: 'Who',
    cell: ({ email }) => <div className={styles.email}>{email ?? '–'}</div>,
    value: ({ email }) => email ?? '',
  },
  {
    title: 'Feature',
    cell: ({ feature, metadata }) => (
      <>
        <span className={styles.code}>{feature}</span>
        {typeof metadata?.task === 'string' && metadata.task !== feature && (
          <div className={styles.quiet}>{metadata.task}</div>
        )}
      </>
    ),
    value: ({ feature }) => feature,
  },
  {
    title: 'Service',
    cell: ({ service }) => <span className={styles.oneLine}>{service}</span>,
    value: ({ service }) => service,
  },
  {
    title: 'Model',
    cell: ({ model }) => <span className={styles.code}>{model}</span>,
    value: ({ model }) => model,
  },
  { title: 'Project', isNumber: true, cell: ({ projectId }) => projectId ?? '–' },
  {
    title: 'Tokens in',
    isNumber: true,
    cell: ({ inputTokens }) => countText(inputTokens),
    value: ({ inputTokens }) => inputTokens,
  },
  {
    title: 'Tokens out',
    isNumber: true,
    cell: ({ outputTokens }) => countText(outputTokens),
    value: ({ outputTokens }) => outputTokens,
  },
  {
    title: 'Cost, $',
    isNumber: true,
    cell: ({ cost }) => costText(cost).slice(1),
    value: ({ cost }) => cost,
  },
  {
    title: 'Took',
    isNumber: true,
    cell: ({ requestDuration }) =>
      requestDuration === null ? '–' : `${(requestDuration / 1000).toFixed(1)} s`,
    value: ({ requestDuration }) => requestDuration ?? '',
  },
  {
    title: 'Outcome',
    cell: (log) => (
      <>
        <Status status={outcomeOf(log)} />
        {log.errorMessage && <div className={styles.quiet}>{log.errorMessage}</div>}
      </>
    ),
    value: (log) => log.errorMessage ?? outcomeOf(log),
  },
];
