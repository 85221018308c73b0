import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import type { AccessEntry } from '#shared/contract/shares.ts';
import type { ShareRole } from '#shared/roles.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useUser } from '#web/session/auth.ts';
import { sharingToasts } from '#web/sharing/sharingToasts.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AccessRow } from './AccessRow.tsx';
import { nameInList, shownEntries } from './accessRows.ts';
import styles from './ShareDialog.module.css';
import { accessQuery, useChangeMemberRole, useRemoveMember } from './shares.data.ts';

interface AccessListProps {
  project: Pick<Project, 'id' | 'name'>;
  isOwner: boolean;
}

/** List everyone with access or an invitation. Fetched while it is shown. */
export function AccessList({ project, isOwner }: AccessListProps) {
  const headingId = useId();
  const { data, isError, isFetching, refetch } = useQuery(accessQuery(project.id));
  const entries = data && shownEntries(data);
  return (
    <section aria-labelledby={headingId}>
      <h3 className={styles.heading} id={headingId}>
        People with access {entries && <span className={styles.count}>{entries.length}</span>}
      </h3>
      {entries ? (
        <Rows project={project} entries={entries} isOwner={isOwner} />
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

function Rows({ project, entries, isOwner }: AccessListProps & { entries: AccessEntry[] }) {
  const user = useUser();
  const change = useRoleChange(project.id);
  const removal = useRemoveMember(project.id);
  const [asked, setAsked] = useState<AccessEntry | null>(null);

  const remove = ({ id: accessId }: AccessEntry) => {
    if (accessId === 'owner' || removal.isPending) return;
    removal.mutate(accessId, {
      onSuccess: () => {
        setAsked(null);
        toast(sharingToasts.accessRemoved);
      },
      onError: (error) => {
        const { accessRemoveFailed } = sharingToasts;
        toast({ ...accessRemoveFailed, description: messageOf(error, accessRemoveFailed.description) });
      },
    });
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys, or they cannot scroll it */}
      <ul className={styles.list} aria-label="People with access" tabIndex={0}>
        {entries.map((entry) => (
          <AccessRow
            key={entry.id}
            entry={entry}
            isOwn={entry.email === user?.email}
            isOwner={isOwner}
            isBusy={removal.isPending && removal.variables === entry.id}
            onChange={(role) => change(entry, role)}
            onRemove={() => setAsked(entry)}
          />
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={asked.status === 'accepted' ? 'Remove access' : 'Remove invitation'}
          text={removalText(asked, project.name)}
          confirmLabel="Remove"
          isDestructive
          isBusy={removal.isPending}
          onConfirm={() => remove(asked)}
        />
      )}
    </>
  );
}

/** Return the function that changes a role, and shows the result in a toast. */
function useRoleChange(projectId: number) {
  const roles = useChangeMemberRole(projectId);
  return ({ id: accessId, role: before }: AccessEntry, role: ShareRole) => {
    if (accessId === 'owner' || role === before) return;
    roles.mutate(
      { accessId, role },
      {
        onSuccess: () => void toast(sharingToasts.roleUpdated),
        onError: (error) => {
          const { roleUpdateFailed } = sharingToasts;
          toast({ ...roleUpdateFailed, description: messageOf(error, roleUpdateFailed.description) });
        },
      },
    );
  };
}

function removalText(entry: AccessEntry, projectName: string): string {
  const name = nameInList(entry);
  return entry.status === 'accepted'
    ? `${name} will lose access to “${projectName}”. You can invite them again.`
    : `The invitation of ${name} to “${projectName}” will stop working. You can invite them again.`;
}
