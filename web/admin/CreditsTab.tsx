import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { UserCredits } from '#shared/contract/dashboard.ts';
import { Button } from '#web/ui/Button.tsx';
import { AddCredits } from './AddCredits.tsx';
import type { UserSort } from './admin.data.ts';
import { allUserCredits, creditStatsQuery, userCreditsQuery } from './dashboard.data.ts';
import { shortDate, shortMoment } from './dates.ts';
import { countText } from './figures.ts';
import listStyles from './List.module.css';
import { List } from './List.tsx';
import { Cards } from './StatCards.tsx';
import type { Column } from './Table.tsx';
import styles from './UsageTabs.module.css';
import { useList } from './useList.ts';

/** Show the users' credits, and the form that adds some. */
export function CreditsTab() {
  const { data: stats } = useQuery(creditStatsQuery);
  const { state, change } = useList<UserSort>('createdAt');
  const [userId, setUserId] = useState('');
  const amountField = useRef<HTMLInputElement>(null);
  const choose = (id: string) => {
    setUserId(id);
    amountField.current?.focus();
  };
  const figure = (value: number | undefined) => (value === undefined ? '–' : countText(value));
  const columns: readonly Column<UserCredits, UserSort>[] = [
    ...creditColumns,
    {
      title: 'Give credits',
      cell: ({ id, email }) => (
        <Button kind="ghost" size="small" aria-label={`Give credits to ${email}`} onClick={() => choose(id)}>
          Give credits
        </Button>
      ),
      value: null,
    },
  ];
  return (
    <div className={styles.tab}>
      <Cards
        label="Credit statistics"
        cards={[
          ['Credits in circulation', figure(stats?.totalCreditsInCirculation)],
          ['Credits used', figure(stats?.totalCreditsUsed)],
          ['Transactions', figure(stats?.totalTransactions)],
          ['Average balance', figure(stats?.averageUserBalance)],
          ['Users without credits', figure(stats?.usersWithZeroBalance)],
        ]}
      />
      <AddCredits userId={userId} onUserId={setUserId} amountField={amountField} />
      <section className={styles.section}>
        <header className={styles.head}>
          <h2>Credits of users</h2>
        </header>
        <List
          label="Credits of users"
          searchLabel="Name or email"
          columns={columns}
          query={useQuery(userCreditsQuery(state))}
          state={state}
          onChange={change}
          empty="Nobody has an account yet."
          pages={(signal) => allUserCredits(state, signal)}
        />
      </section>
    </div>
  );
}

const nameOf = ({ firstName, lastName }: UserCredits) => [firstName, lastName].filter(Boolean).join(' ');

const creditColumns: readonly Column<UserCredits, UserSort>[] = [
  {
    title: 'Name',
    sort: 'name',
    cell: (user) => (
      <div className={listStyles.name} dir="auto">
        {nameOf(user) || '–'}
      </div>
    ),
    value: nameOf,
  },
  {
    title: 'Email',
    sort: 'email',
    cell: ({ email }) => <div className={listStyles.email}>{email}</div>,
    value: ({ email }) => email,
  },
  { title: 'User ID', cell: ({ id }) => id, isInFileOnly: true },
  { title: 'Subscription', cell: ({ subscriptionStatus }) => subscriptionStatus ?? '–' },
  {
    title: 'Joined',
    sort: 'createdAt',
    cell: ({ createdAt }) => <span className={listStyles.date}>{shortDate(createdAt)}</span>,
    value: ({ createdAt }) => createdAt,
  },
  {
    title: 'Last active',
    cell: ({ lastActiveAt }) => (
      <span className={listStyles.date}>{lastActiveAt ? shortMoment(lastActiveAt) : '–'}</span>
    ),
    value: ({ lastActiveAt }) => lastActiveAt ?? '',
  },
  {
    title: 'Credits',
    sort: 'creditBalance',
    isNumber: true,
    cell: ({ creditBalance }) => countText(creditBalance),
    value: ({ creditBalance }) => creditBalance,
  },
];
