import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { AccessEntry } from '#shared/contract/shares.ts';
import type { ShareRole } from '#shared/roles.ts';
import { messageOf } from '#web/lib/api.ts';
import { useUser } from '#web/lib/auth.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AccessRow } from './AccessRow.tsx';
import { shownEntries } from './accessRows.ts';
import styles from './ShareDialog.module.css';
import { accessQuery, useChangeMemberRole, useRemoveMember } from './shares.data.ts';

interface AccessListProps {
  projectId: number;
  isOwner: boolean;
}

/** Everybody with access or an invitation; it is asked for while it is shown. */
export function AccessList({ projectId, isOwner }: AccessListProps) {
  const headingId = useId();
  const { data, isError, isFetching, refetch } = useQuery(accessQuery(projectId));
  const entries = data && shownEntries(data);
  return (
    <section aria-labelledby={headingId}>
      <h3 className={styles.heading} id={headingId}>
        People with access {entries && <span className={styles.count}>{entries.length}</span>}
      </h3>
      {entries ? (
        <Rows projectId={projectId} entries={entries} isOwner={isOwner} />
      ) : isError ? (
        <LoadFailure
          text="The people with access could not be loaded."
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={styles.waiting} role="status" aria-label="Loading the people with access">
          {[0, 1, 2].map((each) => (
            <Skeleton key={each} height={32} />
          ))}
        </div>
      )}
    </section>
  );
}

function Rows({ projectId, entries, isOwner }: AccessListProps & { entries: AccessEntry[] }) {
  const user = useUser();
  const roles = useChangeMemberRole(projectId);
  const removal = useRemoveMember(projectId);

  const change = ({ id: accessId, role: before }: AccessEntry, role: ShareRole) => {
    if (accessId === 'owner' || role === before) return;
    roles.mutate(
      { accessId, role },
      {
        onSuccess: () => void toast(toastTexts.roleUpdated),
        onError: (error) => {
          const { roleUpdateFailed } = toastTexts;
          toast({ ...roleUpdateFailed, description: messageOf(error, roleUpdateFailed.description) });
        },
      },
    );
  };
  const remove = ({ id: accessId }: AccessEntry) => {
    if (accessId === 'owner' || removal.isPending) return;
    removal.mutate(accessId, {
      onSuccess: () => void toast(toastTexts.accessRemoved),
      onError: (error) => {
        const { accessRemoveFailed } = toastTexts;
        toast({ ...accessRemoveFailed, description: messageOf(error, accessRemoveFailed.description) });
      },
    });
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys, or they cannot scroll it
    <ul className={styles.list} aria-label="People with access" tabIndex={0}>
      {entries.map((entry) => (
        <AccessRow
          key={entry.id}
          entry={entry}
          isOwn={entry.email === user?.email}
          isOwner={isOwner}
          isBusy={removal.isPending && removal.variables === entry.id}
          onChange={(role) => change(entry, role)}
          onRemove={() => remove(entry)}
        />
      ))}
    </ul>
  );
}
