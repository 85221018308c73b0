import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type ReadingLink, readingLinkDays, usualReadingLinkDays } from '#shared/contract/readingLinks.ts';
import { messageOf } from '#web/lib/api.ts';
import { longDate } from '#web/lib/dates.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyField } from './CopyField.tsx';
import styles from './ShareDialog.module.css';
import { readingLinkQuery, useCreateReadingLink, useRemoveReadingLink } from './shares.data.ts';

/** The link for people without an account, for the owner alone: off, until it is made; then it can be copied and ended. */
export function ReadingLinkPart({ projectId }: { projectId: number }) {
  const { data } = useQuery(readingLinkQuery(projectId));
  if (!data) return null;
  return data.link ? <OpenLink projectId={projectId} link={data.link} /> : <NoLink projectId={projectId} />;
}

function OpenLink({ projectId, link }: { projectId: number; link: ReadingLink }) {
  const removal = useRemoveReadingLink(projectId);
  const end = () =>
    removal.mutate(undefined, {
      onSuccess: () => void toast(toastTexts.readingLinkEnded),
      onError: tellFailure,
    });
  return (
    <CopyField
      label="Link for readers"
      address={`${window.location.origin}${link.path}`}
      hint={
        <span className={styles.between}>
          <span>
            Anybody with this link reads the script until {longDate(link.expiresAt)}, without an account.
          </span>
          <Button size="small" isBusy={removal.isPending} onClick={end}>
            End this link
          </Button>
        </span>
      }
    />
  );
}

function NoLink({ projectId }: { projectId: number }) {
  const id = useId();
  const [days, setDays] = useState<number>(usualReadingLinkDays);
  const creation = useCreateReadingLink(projectId);
  const create = () =>
    creation.mutate(days, {
      onSuccess: () => void toast(toastTexts.readingLinkCreated),
      onError: tellFailure,
    });
  return (
    <div className={styles.part}>
      <label className={styles.label} htmlFor={id}>
        Link for readers
      </label>
      <div className={styles.between}>
        <p className={styles.hint}>
          Off. It lets people without an account read the pages, and nothing else.
        </p>
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

function tellFailure(error: unknown): void {
  const { readingLinkFailed } = toastTexts;
  toast({ ...readingLinkFailed, description: messageOf(error, readingLinkFailed.description) });
}
