import { useState } from 'react';
import type { getBackups } from '#shared/contract/backups.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { adminToasts } from '#web/admin/adminToasts.ts';
import { messageOf } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { loginAddress } from '#web/session/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useRestoreBackup } from './backups.data.ts';
import { shortMoment } from './dates.ts';
import listStyles from './List.module.css';

type Backup = CallReply<typeof getBackups>['backups'][number];

interface RestoreButtonProps {
  backup: Pick<Backup, 'name' | 'createdAt'>;
  isDisabled: boolean;
  /** Called when the server has accepted the order, and is about to stop. */
  onOrdered: (name: string) => void;
}

/** Restore a backup, after a confirmation. */
export function RestoreButton({ backup: { name, createdAt }, isDisabled, onOrdered }: RestoreButtonProps) {
  const [isAsked, setIsAsked] = useState(false);
  const { mutate, isPending } = useRestoreBackup();
  const moment = shortMoment(createdAt);
  const restore = () =>
    mutate(name, {
      onSuccess: () => onOrdered(name),
      onError: (error) => {
        const { description } = adminToasts.restoreFailed;
        toast({ ...adminToasts.restoreFailed, description: messageOf(error, description) });
      },
      onSettled: () => setIsAsked(false),
    });
  return (
    <>
      <Button
        kind="ghost"
        size="small"
        aria-label={`Restore the backup of ${moment}`}
        disabled={isDisabled}
        onClick={() => setIsAsked(true)}
      >
        Restore
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Restore this backup?"
        text={`The server stops for some minutes, and the data of ${moment} replaces all scripts, accounts and sign-ins. What was written since then is removed. If several nodes run, stop the others first.`}
        note="The present data is backed up first, as a restore point, which can be restored in the same way. If anything fails, the data stays as it is."
        confirmLabel="Restore"
        isDestructive
        isBusy={isPending}
        onConfirm={restore}
      />
    </>
  );
}

interface RestoreStatusProps {
  /** Name of the backup that is being restored. */
  restoring: string | null;
  isSignedOut: boolean;
  last: CallReply<typeof getBackups>['lastRestore'];
}

/** Show the restore that runs, or the result of the last one. */
export function RestoreStatus({ restoring, isSignedOut, last }: RestoreStatusProps) {
  const failure = restoring === null ? last?.reason : null;
  return (
    <>
      <p role="status">
        {isSignedOut ? (
          <>
            The server has started again, and its data does not contain your sign-in.{' '}
            <a href={loginAddress}>Sign in</a> to see the result.
          </>
        ) : (
          statusText(restoring, last)
        )}
      </p>
      {last && failure && (
        <p role="alert" className={listStyles.danger}>
          The restore of {last.name} on {shortMoment(last.at)} failed, and the data stayed as it was:{' '}
          {failure}
        </p>
      )}
    </>
  );
}

function statusText(restoring: string | null, last: RestoreStatusProps['last']): string | null {
  if (restoring !== null)
    return `${restoring} is being restored. The server answers no calls until this is done. This page shows the result.`;
  if (!last || last.reason !== null) return null;
  return `${last.name} was restored on ${shortMoment(last.at)}.`;
}
