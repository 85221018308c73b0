import { useQuery } from '@tanstack/react-query';
import type { UserActivity } from '#shared/contract/admin.ts';
import { activityQuery } from './admin.data.ts';
import { shortMoment } from './dates.ts';
import styles from './List.module.css';
import { type Column, List } from './List.tsx';
import { useList } from './useList.ts';

const columns: readonly Column<UserActivity, 'createdAt'>[] = [
  {
    title: 'When',
    sort: 'createdAt',
    cell: ({ createdAt }) => <span className={styles.date}>{shortMoment(createdAt)}</span>,
  },
  { title: 'Who', cell: ({ email }) => email ?? '–' },
  { title: 'What', cell: ({ action }) => <span className={styles.code}>{action}</span> },
  { title: 'Project', isNumber: true, cell: ({ projectId }) => projectId ?? '–' },
  {
    title: 'Details',
    cell: ({ details }) => <span className={styles.quiet}>{details ? factsOf(details) : '–'}</span>,
  },
  { title: 'From', cell: ({ ipAddress }) => <span className={styles.quiet}>{ipAddress ?? '–'}</span> },
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
      empty="Nothing has happened yet."
    />
  );
}

/** "email: greta@example.com, expireDays: 7" */
function factsOf(details: Record<string, unknown>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
}
