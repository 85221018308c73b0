import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { defaultReadingLinkDays, type ReadingLink, readingLinkDays } from '#shared/contract/readingLinks.ts';
import { messageOf } from '#web/lib/api.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { longDate } from '#web/lib/dates.ts';
import { toast } from '#web/lib/toast.ts';
import { sharingToasts } from '#web/sharing/sharingToasts.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { CopyField } from './CopyField.tsx';
import styles from './ShareDialog.module.css';
import { readingLinkQuery, useCreateReadingLink, useRemoveReadingLink } from './shares.data.ts';

type SharedProject = Pick<Project, 'id' | 'name'>;

/**
 * Show the link for readers without an account, to the owner only: it can be created, copied and
 * ended.
 */
export function ReadingLinkPart({ project }: { project: SharedProject }) {
  const { data } = useQuery(readingLinkQuery(project.id));
  if (!data) return null;
  return data.link ? <OpenLink project={project} link={data.link} /> : <NoLink projectId={project.id} />;
}

function OpenLink({ project, link }: { project: SharedProject; link: ReadingLink }) {
  const [isAsked, setIsAsked] = useState(false);
  const removal = useRemoveReadingLink(project.id);
  const end = () =>
    removal.mutate(undefined, {
      onSuccess: () => void toast(sharingToasts.readingLinkEnded),
      onError: showFailure,
    });
  return (
    <CopyField
      label="Read-only link"
      address={`${window.location.origin}${hrefOf(link.path)}`}
      hint={
        <span className={styles.between}>
          <span>
            Anybody with this link reads the script until {longDate(link.expiresAt)}, without an account.
          </span>
          <Button size="small" onClick={() => setIsAsked(true)}>
            Revoke link
          </Button>
          <ConfirmDialog
            open={isAsked}
            onOpenChange={setIsAsked}
            title="Revoke link"
            text={`Nobody will be able to read “${project.name}” with this link. A new link has another address.`}
            confirmLabel="End Link"
            isDestructive
            isBusy={removal.isPending}
            onConfirm={end}
          />
        </span>
      }
    />
  );
}

function NoLink({ projectId }: { projectId: number }) {
  const id = useId();
  const [days, setDays] = useState<number>(defaultReadingLinkDays);
  const creation = useCreateReadingLink(projectId);
  const create = () =>
    creation.mutate(days, {
      onSuccess: () => void toast(sharingToasts.readingLinkCreated),
      onError: showFailure,
    });
  return (
    <div className={styles.part}>
      <label className={styles.label} htmlFor={id}>
        Read-only link
      </label>
      <div className={styles.between}>
        <p className={styles.hint}>Off. A read-only link lets people without an account read the pages.</p>
        <div className={styles.offer}>
          <select
            id={id}
            className={`${styles.select} ${styles.small}`}
            aria-label="How long the link for readers works"
            value={days}
            onChange={({ target }) => setDays(Number(target.value))}
          >
            {readingLinkDays.map((each) => (
              <option key={each} value={each}>
                {each === 1 ? '1 day' : `${each} days`}
              </option>
            ))}
          </select>
          <Button size="small" isBusy={creation.isPending} onClick={create}>
            Create link
          </Button>
        </div>
      </div>
    </div>
  );
}

function showFailure(error: unknown): void {
  const { readingLinkFailed } = sharingToasts;
  toast({ ...readingLinkFailed, description: messageOf(error, readingLinkFailed.description) });
}
