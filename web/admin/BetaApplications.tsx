import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BetaSignup } from '#shared/contract/admin.ts';
import { betaStatuses } from '#shared/contract/beta.ts';
import { adminToasts } from '#web/admin/adminToasts.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { type ApplicationSort, allApplications, applicationsQuery, useDecision } from './admin.data.ts';
import { shortDate } from './dates.ts';
import styles from './List.module.css';
import { List, Status, statusLabel } from './List.tsx';
import type { Column } from './Table.tsx';
import { useList } from './useList.ts';

const columns: readonly Column<BetaSignup, ApplicationSort>[] = [
  {
    title: 'Name',
    sort: 'name',
    cell: ({ firstName, lastName }) => (
      <div className={styles.name} dir="auto">
        {`${firstName} ${lastName}`}
      </div>
    ),
    value: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  },
  { title: 'Email', sort: 'email', cell: ({ email }) => <div className={styles.email}>{email}</div> },
  {
    title: 'Who',
    cell: ({ role, experience }) => <div className={styles.who}>{`${statusLabel(role)}, ${experience}`}</div>,
  },
  { title: 'Application', cell: (signup) => <Words signup={signup} />, value: ({ reason }) => reason },
  {
    title: 'Applied',
    sort: 'createdAt',
    cell: ({ createdAt }) => <span className={styles.date}>{shortDate(createdAt)}</span>,
    value: ({ createdAt }) => createdAt,
  },
  {
    title: 'Status',
    sort: 'status',
    cell: ({ status }) => <Status status={status} />,
    value: ({ status }) => status,
  },
  { title: 'Decision', cell: (signup) => <Decision signup={signup} />, value: null },
];

export function BetaApplications() {
  const { state, change } = useList<ApplicationSort, (typeof betaStatuses)[number]>('createdAt');
  return (
    <List
      label="Beta applications"
      searchLabel="Name or email"
      statuses={betaStatuses}
      columns={columns}
      query={useQuery(applicationsQuery(state))}
      state={state}
      onChange={change}
      pages={(signal) => allApplications(state, signal)}
      empty="No applications yet."
    />
  );
}

/** Show the reason in one line; when opened, the whole application. */
function Words({ signup }: { signup: BetaSignup }) {
  const { reason, previousWork, currentProjects, interests } = signup;
  const more = [
    ['Previous work', previousWork],
    ['Current projects', currentProjects],
    ['Interests', interests.join(', ')],
  ] as const;
  return (
    <details className={styles.words}>
      <summary dir="auto">{reason}</summary>
      <dl>
        {more.map(
          ([name, text]) =>
            text && (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{text}</dd>
              </div>
            ),
        )}
      </dl>
    </details>
  );
}

function Decision({ signup: { id, status, firstName, lastName, email } }: { signup: BetaSignup }) {
  const { mutate, isPending, variables } = useDecision();
  const [isAsked, setIsAsked] = useState(false);
  // A second click can arrive before the buttons are disabled.
  const isUnderWay = useRef(false);
  if (status !== 'pending') return null;
  const decide = (verdict: 'approve' | 'reject') => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const { applicationApproved } = adminToasts;
    const { approvalFailed } = adminToasts;
    const { applicationRejected } = adminToasts;
    const { rejectionFailed } = adminToasts;
    const [done, failed] =
      verdict === 'approve' ? [applicationApproved, approvalFailed] : [applicationRejected, rejectionFailed];
    mutate(
      { id, verdict },
      {
        onSuccess: () => void toast(done),
        onError: (error) => void toast({ ...failed, description: messageOf(error, failed.description) }),
        onSettled: () => {
          setIsAsked(false);
          isUnderWay.current = false;
        },
      },
    );
  };
  const name = `${firstName} ${lastName}`;
  return (
    <div className={styles.actions}>
      {(['approve', 'reject'] as const).map((verdict) => (
        <Button
          key={verdict}
          kind={verdict === 'approve' ? 'plain' : 'ghost'}
          size="small"
          aria-label={`${statusLabel(verdict)} ${name}`}
          isBusy={isPending && variables.verdict === verdict}
          disabled={isPending}
          onClick={() => (verdict === 'reject' ? setIsAsked(true) : decide(verdict))}
        >
          {statusLabel(verdict)}
        </Button>
      ))}
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Reject application"
        text={`The application of ${name} (${email}) will be rejected. This cannot be undone.`}
        confirmLabel="Reject"
        isDestructive
        isBusy={isPending}
        onConfirm={() => decide('reject')}
      />
    </div>
  );
}
