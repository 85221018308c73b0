import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Disclosure } from '#shared/contract/ai.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { DisclosureDialog } from './DisclosureDialog.tsx';
import { senderText, sizeText, taskText, timeText } from './disclosureText.ts';
import styles from './LogSection.module.css';
import { Section } from './Section.tsx';
import { SettingsLoadFailure } from './SettingsLoadFailure.tsx';
import { disclosuresQuery } from './settings.data.ts';

/** Show the owner which text of the project was sent to which provider. */
export function LogSection({ projectId }: { projectId: number }) {
  const query = useInfiniteQuery(disclosuresQuery(projectId));
  const [opened, setOpened] = useState<Disclosure | null>(null);
  const { data, isError, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Section
      id="log"
      text="Every AI request by you or a member that sent text from this project to an outside provider, newest first. Only you can see this."
    >
      {!data && isError && (
        <SettingsLoadFailure what="The log" isRetrying={isFetching} onRetry={query.refetch} />
      )}
      {!data && !isError && <LogSkeleton />}
      {data && entries.length === 0 && <p>No text from this project has left this server.</p>}
      {entries.length > 0 && (
        <ul className={styles.list}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} onOpen={() => setOpened(entry)} />
            </li>
          ))}
        </ul>
      )}
      {isFetchNextPageError && (
        <SettingsLoadFailure
          what="The earlier entries"
          isRetrying={isFetchingNextPage}
          onRetry={query.fetchNextPage}
        />
      )}
      {hasNextPage && !isFetchNextPageError && (
        <Button className={styles.more} isBusy={isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          Show more
        </Button>
      )}
      <DisclosureDialog entry={opened} onClose={() => setOpened(null)} />
    </Section>
  );
}

function Entry({ entry, onOpen }: { entry: Disclosure; onOpen: () => void }) {
  const { sentAt, userEmail, task, model, destination, size } = entry;
  return (
    <button type="button" className={styles.entry} aria-haspopup="dialog" onClick={onOpen}>
      <time className={styles.time} dateTime={sentAt}>
        {timeText(sentAt)}
      </time>{' '}
      <span className={styles.task}>{taskText(task)}</span>{' '}
      <span className={styles.who}>{senderText(userEmail)}</span>{' '}
      <span className={styles.where}>
        {model}, {destination}
      </span>{' '}
      <span className={styles.size}>{sizeText(size)}</span>
    </button>
  );
}

function LogSkeleton() {
  return (
    <div className={styles.loading} role="status" aria-label="Loading">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={20} />
      ))}
    </div>
  );
}
