import type { getBackups } from '#shared/contract/backups.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { adminToasts } from '#web/admin/adminToasts.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { RestoreButton, RestoreStatus } from './BackupRestore.tsx';
import { useBackups, useCreateBackup } from './backups.data.ts';
import { shortMoment } from './dates.ts';
import { bytesText, countText } from './figures.ts';
import listStyles from './List.module.css';
import { Status, statusLabel } from './List.tsx';
import { type Column, Table } from './Table.tsx';
import styles from './UsageTabs.module.css';

type Backups = CallReply<typeof getBackups>;
type Backup = Backups['backups'][number];

const verificationOf = ({ verification, sizeBytes }: Backup) =>
  sizeBytes === null ? 'incomplete' : (verification ?? 'not verified');

const facts: readonly Column<Backup>[] = [
  {
    title: 'Made',
    cell: ({ createdAt }) => <span className={listStyles.date}>{shortMoment(createdAt)}</span>,
  },
  { title: 'Name', cell: ({ name }) => <span className={listStyles.code}>{name}</span> },
  {
    title: 'Type',
    cell: ({ type }) => (type === null ? '–' : statusLabel(type.replace('-', ' '))),
  },
  {
    title: 'Size',
    isNumber: true,
    cell: ({ sizeBytes, isEncrypted }) =>
      sizeBytes === null ? '–' : `${bytesText(sizeBytes)}${isEncrypted ? ', encrypted' : ''}`,
  },
  { title: 'Rows', isNumber: true, cell: ({ rows }) => (rows === null ? '–' : countText(rows)) },
  { title: 'Files', isNumber: true, cell: ({ files }) => (files === null ? '–' : countText(files)) },
  {
    title: 'Verification',
    cell: (backup) => (
      <>
        <Status status={verificationOf(backup)} />
        {backup.differences.length > 0 && (
          <div className={listStyles.prose}>{backup.differences.join(' ')}</div>
        )}
      </>
    ),
  },
];

/** Show the backups with the result of verifying them, and restore one. */
export function BackupsTab() {
  const { data, error, isFetching, refetch, restoring, isSignedOut, onOrdered } = useBackups();
  if (!data && error) {
    return (
      <LoadFailure
        text="The backups could not be loaded."
        why={messageOf(error, '') || undefined}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <div role="status" aria-label="The backups are loading">
        <Skeleton height={240} />
      </div>
    );
  }
  const isDisabled = data.runningSince !== null || restoring !== null;
  const columns: readonly Column<Backup>[] = [
    ...facts,
    {
      title: 'Restore',
      cell: (backup) =>
        backup.sizeBytes !== null && (
          <RestoreButton backup={backup} isDisabled={isDisabled} onOrdered={onOrdered} />
        ),
    },
  ];
  return (
    <div className={styles.tab}>
      <section className={styles.section}>
        <BackupsHead backups={data} isDisabled={restoring !== null} />
        <RestoreStatus restoring={restoring} isSignedOut={isSignedOut} last={data.lastRestore} />
        {data.backups.length === 0 ? (
          <p className={listStyles.empty}>No backup has been made yet.</p>
        ) : (
          <Table label="Backups" columns={columns} rows={data.backups} keyOf={({ name }) => name} />
        )}
      </section>
      <RestoreCommand backup={data.backups.find(({ sizeBytes }) => sizeBytes !== null)?.name} />
    </div>
  );
}

/** Show the settings, a button that starts a backup, and how the last one went. */
function BackupsHead({ backups, isDisabled }: { backups: Backups; isDisabled: boolean }) {
  const { runningSince, lastFailure } = backups;
  const { mutate, isPending } = useCreateBackup();
  const start = () =>
    mutate(undefined, {
      onError: (failure) => {
        const { description } = adminToasts.backupFailed;
        toast({ ...adminToasts.backupFailed, description: messageOf(failure, description) });
      },
    });
  return (
    <>
      <header className={styles.head}>
        <h2>Backups</h2>
        <Button
          size="small"
          isBusy={isPending || runningSince !== null}
          disabled={isDisabled}
          onClick={start}
        >
          Back up now
        </Button>
        <p className={styles.note}>{settingsText(backups)}</p>
      </header>
      <p role="status">{runningSince && `A backup is being made since ${shortMoment(runningSince)}.`}</p>
      {lastFailure && (
        <p role="alert" className={listStyles.danger}>
          The backup of {shortMoment(lastFailure.at)} failed: {lastFailure.reason}
        </p>
      )}
    </>
  );
}

function settingsText({ place, keep, isNightly, isEncrypted }: Backups): string {
  const nights = isNightly
    ? `Every night; the last ${keep} are kept.`
    : 'No nightly backups: set BACKUP_TO on the server to turn them on.';
  return `${nights} Stored in ${place}, ${isEncrypted ? 'encrypted' : 'not encrypted (BACKUP_PASSPHRASE)'}.`;
}

/** Show the command that restores a backup, for several nodes or a server that does not start. */
function RestoreCommand({ backup = 'latest' }: { backup: string | undefined }) {
  return (
    <section className={styles.section}>
      <header className={styles.head}>
        <h2>Restoring without this page</h2>
      </header>
      <p>
        Stop the server, all nodes of it, and run this in its folder. The present data is backed up first, and
        stays as it is if anything fails.
      </p>
      <pre className={listStyles.code}>npm run restore -- {backup}</pre>
    </section>
  );
}
