import { Mail, X } from 'lucide-react';
import type { AccessEntry } from '#shared/contract/shares.ts';
import { roleLabel } from '#shared/roleLabel.ts';
import type { ShareRole } from '#shared/roles.ts';
import { longDate } from '#web/lib/dates.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { nameInList } from './accessRows.ts';
import { RoleSelect } from './RoleSelect.tsx';
import styles from './ShareDialog.module.css';

const statusLabels = { pending: 'Pending', accepted: 'Accepted', expired: 'Expired' } as const;

interface AccessRowProps {
  entry: AccessEntry;
  /** Whether it is the signed-in user's own entry. */
  isOwn: boolean;
  /** Whether the signed-in user owns the project. */
  isOwner: boolean;
  isBusy: boolean;
  onChange: (role: ShareRole) => void;
  onRemove: () => void;
}

export function AccessRow(props: AccessRowProps) {
  const { entry, isOwn, isOwner, isBusy, onChange, onRemove } = props;
  const { role, status, email, userId } = entry;
  const name = nameInList(entry);
  const canChange = isOwner && role !== 'owner';
  return (
    <li className={styles.row} aria-busy={isBusy || undefined}>
      {status === 'accepted' ? (
        <Avatar person={{ ...entry, id: userId ?? email }} size={32} />
      ) : (
        <span className={styles.letter} aria-hidden="true">
          <Mail size={16} strokeWidth={1.6} />
        </span>
      )}
      <div className={styles.person}>
        <p className={styles.name} title={name} dir="auto">
          {name}
          {isOwn && ' (you)'}
        </p>
        <p className={styles.under} title={email}>
          {name !== email && email}
          {name === email && status !== 'accepted' && `Invited ${longDate(entry.invitedAt)}`}
        </p>
      </div>
      <span className={`${styles.status} ${styles[status]}`}>{statusLabels[status]}</span>
      {isOwner && role !== 'owner' ? (
        <RoleSelect label={`Role of ${name}`} role={role} isSmall onChange={onChange} />
      ) : (
        <span className={styles.role}>{roleLabel(role)}</span>
      )}
      {canChange && (
        <IconButton
          label={`Remove access of ${name}`}
          size="small"
          className={styles.remove}
          onClick={onRemove}
        >
          <X size={16} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
