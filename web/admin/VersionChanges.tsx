import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#web/lib/api.ts';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { changesQuery } from './serverHealth.data.ts';
import tabStyles from './UsageTabs.module.css';
import styles from './VersionChanges.module.css';

/** Show the changes of the installed version and of earlier ones. They are loaded when opened. */
export function VersionChanges({ version }: { version: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={tabStyles.section} aria-label="Changes">
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className={styles.summary}>{`What has changed in version ${version}`}</summary>
        {isOpen && <Releases />}
      </details>
    </section>
  );
}

function Releases() {
  const { data, error, isFetching, refetch } = useQuery(changesQuery);
  if (!data && error) {
    return (
      <LoadFailure
        text="The changes could not be loaded."
        why={messageOf(error, '') || undefined}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <div role="status" aria-label="The changes are loading">
        <Skeleton height={120} />
      </div>
    );
  }
  if (data.length === 0) return <p>This installation has no list of changes (CHANGELOG.md).</p>;
  return data.map(({ version, date, groups }) => (
    <section key={version} className={styles.release}>
      <h3>{`${version}, ${date}`}</h3>
      {groups.map(({ title, items }) => (
        <section key={title}>
          <h4>{title}</h4>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  ));
}
