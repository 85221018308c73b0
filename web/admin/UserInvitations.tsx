import { useQuery } from '@tanstack/react-query';
import type { UserInvitation } from '#shared/contract/admin.ts';
import { type InvitationStatus, invitationStatuses } from '#shared/invitationStatus.ts';
import { allInvitations, type InvitationSort, invitationsQuery } from './admin.data.ts';
import { CopyableLink } from './CopyableLink.tsx';
import { shortDate } from './dates.ts';
import styles from './List.module.css';
import { List, Status } from './List.tsx';
import type { Column } from './Table.tsx';
import { useList } from './useList.ts';

const columns: readonly Column<UserInvitation, InvitationSort>[] = [
  {
    title: 'Email',
    sort: 'email',
    cell: ({ email }) => <div className={styles.name}>{email}</div>,
    value: ({ email }) => email,
  },
  { title: 'Status', cell: ({ status }) => <Status status={status} />, value: ({ status }) => status },
  {
    title: 'Invited',
    sort: 'createdAt',
    cell: ({ createdAt }) => <span className={styles.date}>{shortDate(createdAt)}</span>,
    value: ({ createdAt }) => createdAt,
  },
  {
    title: 'Expires',
    sort: 'expiresAt',
    cell: ({ expiresAt }) => <span className={styles.date}>{shortDate(expiresAt)}</span>,
    value: ({ expiresAt }) => expiresAt,
  },
  {
    title: 'Link or acceptance',
    cell: (invitation) => <Use invitation={invitation} />,
    value: ({ inviteUrl, acceptedAt }) => inviteUrl ?? acceptedAt ?? '',
  },
];

export function UserInvitations() {
  const { state, change } = useList<InvitationSort, InvitationStatus>('createdAt');
  return (
    <List
      label="User invitations"
      searchLabel="Email"
      statuses={invitationStatuses}
      columns={columns}
      query={useQuery(invitationsQuery(state))}
      state={state}
      onChange={change}
      pages={(signal) => allInvitations(state, signal)}
      empty="No invitations yet."
    />
  );
}

function Use({ invitation: { email, inviteUrl, acceptedAt } }: { invitation: UserInvitation }) {
  if (inviteUrl !== null) return <CopyableLink href={inviteUrl} label={`Invitation link of ${email}`} />;
  return acceptedAt && <span className={styles.date}>Accepted {shortDate(acceptedAt)}</span>;
}
