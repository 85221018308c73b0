import { useQuery } from '@tanstack/react-query';
import type { UserActivity } from '#shared/contract/admin.ts';
import { activityQuery, allActivity } from './admin.data.ts';
import { shortMoment } from './dates.ts';
import styles from './List.module.css';
import { List } from './List.tsx';
import type { Column } from './Table.tsx';
import { useList } from './useList.ts';

const columns: readonly Column<UserActivity, 'createdAt'>[] = [
  {
    title: 'When',
    sort: 'createdAt',
    cell: ({ createdAt }) => <span className={styles.date}>{shortMoment(createdAt)}</span>,
    value: ({ createdAt }) => createdAt,
  },
  {
    title: 'Who',
    cell: ({ email }) => <div className={styles.email}>{email ?? '–'}</div>,
    value: ({ email }) => email ?? '',
  },
  {
    title: 'What',
    cell: ({ action }) => <span className={styles.code}>{action}</span>,
    value: ({ action }) => action,
  },
  { title: 'Project', isNumber: true, cell: ({ projectId }) => projectId ?? '–' },
  {
    title: 'Details',
    cell: ({ details }) => (
      <div className={`${styles.quiet} ${styles.prose}`}>{details ? factsOf(details) : '–'}</div>
    ),
    value: ({ details }) => (details ? factsOf(details) : ''),
  },
  {
    title: 'From',
    cell: ({ ipAddress }) => <span className={`${styles.quiet} ${styles.oneLine}`}>{ipAddress ?? '–'}</span>,
    value: ({ ipAddress }) => ipAddress ?? '',
  },
];

export function ActivityList() {
  const { state, change } = useList<'createdAt'>('createdAt');
  return (
    <List
      label="Activity"
      searchLabel="Email or action"
      columns={columns}
      query={useQuery(activityQuery(state))}
      state={state}
      onChange={change}
      pages={(signal) => allActivity(state, signal)}
      empty="Nothing has happened yet."
    />
  );
}

/** Return the details in one line: "email: greta@example.com, expireDays: 7". */
function factsOf(details: Record<string, unknown>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
}
