import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { HistoryEntry } from '#shared/contract/history.ts';
import { useDebounced } from '#web/lib/useDebounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { PanelMessage } from '#web/ui/PanelMessage.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './Changes.module.css';
import { FilterPopover } from './FilterPopover.tsx';
import { HistoryEntryView } from './HistoryEntryView.tsx';
import { type HistoryFilters, historyQuery, noFilters } from './history.data.ts';
import { More } from './More.tsx';

/** Debounce of the search (docs/spec/history.md). */
export const searchDelayMs = 300;

interface ChangesProps {
  projectId: number;
  /** Null: the whole script. */
  elementId: number | null;
}

/** Show the list of changes, newest first, with search and filters (docs/spec/history.md). */
export function Changes({ projectId, elementId }: ChangesProps) {
  const [filters, setFilters] = useState(noFilters);
  const search = useDebounced(filters.search, searchDelayMs);
  const query = useInfiniteQuery(historyQuery(projectId, elementId, { ...filters, search }));
  const entries = useMemo(() => withoutRepeats(query.data?.pages ?? []), [query.data]);
  const isNarrowed = filters.search !== '' || filters.action !== 'all' || filters.changedBy !== 'everyone';
  const count = query.data?.pages.at(-1)?.totalCount;

  return (
    <>
      <Tools filters={filters} isNarrowed={isNarrowed} count={count} onFilters={setFilters} />
      <section className={styles.list} aria-label="Changes" aria-busy={query.isPlaceholderData} tabIndex={-1}>
        {query.isPending ? (
          <Loading />
        ) : !query.data ? (
          <PanelMessage
            title="Failed to load script history"
            text="Please try refreshing the page"
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : entries.length > 0 ? (
          <>
            <ul>
              {entries.map((entry) => (
                <HistoryEntryView key={entry.id} entry={entry} isOfElement={elementId !== null} />
              ))}
            </ul>
            <More query={query} />
          </>
        ) : isNarrowed ? (
          <PanelMessage title="No matching changes found" text="Try adjusting your search or filters" />
        ) : (
          <PanelMessage
            title="No script changes yet"
            text="Edit history will appear here as you make changes"
          />
        )}
      </section>
    </>
  );
}

interface ToolsProps {
  filters: HistoryFilters;
  isNarrowed: boolean;
  /** Number of changes; undefined while it is not known. */
  count: number | undefined;
  onFilters: (filters: HistoryFilters) => void;
}

/** Search field, filters, and the number of changes found. */
function Tools({ filters, isNarrowed, count, onFilters }: ToolsProps) {
  return (
    <div className={styles.tools}>
      <input
        type="search"
        className={styles.search}
        placeholder="Search in script changes..."
        aria-label="Search in script changes..."
        maxLength={200}
        value={filters.search}
        onChange={({ target }) => onFilters({ ...filters, search: target.value })}
      />
      <div className={styles.bar}>
        <p className={styles.count} role="status">
          {count === undefined ? '' : count === 1 ? '1 change' : `${count.toLocaleString('en-US')} changes`}
        </p>
        {isNarrowed && (
          <Button size="small" kind="ghost" onClick={() => onFilters(noFilters)}>
            Clear Filters
          </Button>
        )}
        <FilterPopover filters={filters} onChange={(change) => onFilters({ ...filters, ...change })} />
      </div>
    </div>
  );
}

/**
 * Remove repeated entries: a change made between two requests moves the last entry to the next
 * page.
 */
function withoutRepeats(pages: readonly { history: HistoryEntry[] }[]): HistoryEntry[] {
  const byId = new Map<number, HistoryEntry>();
  for (const { history } of pages) {
    for (const entry of history) if (!byId.has(entry.id)) byId.set(entry.id, entry);
  }
  return [...byId.values()];
}

function Loading() {
  return (
    <div role="status" aria-label="Loading script history">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="45%" height={14} />
          <Skeleton width="30%" height={10} />
          <Skeleton height={30} />
        </div>
      ))}
    </div>
  );
}
