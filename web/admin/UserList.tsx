import { useQuery } from '@tanstack/react-query';
import type { AdminUser } from '#shared/contract/admin.ts';
import { allUsers, type UserSort, usersQuery } from './admin.data.ts';
import { shortDate, shortMoment } from './dates.ts';
import styles from './List.module.css';
import { List } from './List.tsx';
import { SignOutButton } from './SignOutButton.tsx';
import type { Column } from './Table.tsx';
import { useList } from './useList.ts';

const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

const columns: readonly Column<AdminUser, UserSort>[] = [
  {
    title: 'Name',
    sort: 'name',
    cell: ({ firstName, lastName }) => (
      <div className={styles.name} dir="auto">
        {[firstName, lastName].filter(Boolean).join(' ') || '–'}
      </div>
    ),
    value: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' '),
  },
  { title: 'Email', sort: 'email', cell: ({ email }) => <div className={styles.email}>{email}</div> },
  {
    title: 'Joined',
    sort: 'createdAt',
    cell: ({ createdAt }) => <span className={styles.date}>{shortDate(createdAt)}</span>,
    value: ({ createdAt }) => createdAt,
  },
  {
    title: 'Last active',
    cell: ({ lastActiveAt }) => (
      <span className={styles.date}>{lastActiveAt ? shortMoment(lastActiveAt) : '–'}</span>
    ),
    value: ({ lastActiveAt }) => lastActiveAt ?? '',
  },
  { title: 'Subscription', cell: ({ subscriptionStatus }) => subscriptionStatus ?? '–' },
  {
    title: 'Projects',
    isNumber: true,
    cell: ({ projects }) => counts.format(projects),
    value: ({ projects }) => projects,
  },
  {
    title: 'AI requests',
    isNumber: true,
    cell: ({ aiRequests }) => counts.format(aiRequests),
    value: ({ aiRequests }) => aiRequests,
  },
  {
    title: 'AI cost',
    isNumber: true,
    cell: ({ aiCost }) => dollars.format(aiCost),
    value: ({ aiCost }) => aiCost,
  },
  {
    title: 'Credits',
    sort: 'creditBalance',
    isNumber: true,
    cell: ({ creditBalance }) => counts.format(creditBalance),
    value: ({ creditBalance }) => creditBalance,
  },
  { title: 'Sign-ins', cell: (user) => <SignOutButton user={user} />, value: null },
];

export function UserList() {
  const { state, change } = useList<UserSort>('createdAt');
  return (
    <List
      label="Users"
      searchLabel="Name or email"
      columns={columns}
      query={useQuery(usersQuery(state))}
      state={state}
      onChange={change}
      pages={(signal) => allUsers(state, signal)}
      empty="Nobody has an account yet."
    />
  );
}
