import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '#web/lib/api.ts';
import { useDebounced } from '#web/lib/useDebounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { SelectField, TextField } from '#web/ui/TextField.tsx';
import type { ListState, Page } from './admin.data.ts';
import { CsvButton } from './CsvButton.tsx';
import styles from './List.module.css';
import { type Column, Table } from './Table.tsx';

interface ListProps<Row, Sort extends string, Status extends string> {
  /** Title of the list: "Beta applications". */
  label: string;
  searchLabel: string;
  statuses?: readonly Status[];
  columns: readonly Column<Row, Sort>[];
  query: UseQueryResult<Page<Row>>;
  state: ListState<Sort, Status>;
  onChange: (part: Partial<ListState<Sort, Status>>) => void;
  /** Text for a list without rows. */
  empty: string;
  /** More filters. */
  filters?: ReactNode;
  /** Return all rows that match the filter, page by page. */
  pages: (signal: AbortSignal) => AsyncIterable<readonly Row[]>;
  isNarrowed?: boolean;
}

const searchDelayMs = 250;

/** Show one page of a list that the server searches, sorts and pages. */
export function List<Row extends { id: string | number }, Sort extends string, Status extends string>(
  props: ListProps<Row, Sort, Status>,
) {
  const { label, columns, query, state, onChange, empty } = props;
  const { data, error } = query;
  const isNarrowed = props.isNarrowed || state.search !== '' || state.status !== null;
  return (
    <div>
      <Tools {...props} />
      {error && !data ? (
        <LoadFailure
          text={`${label} could not be loaded.`}
          why={messageOf(error, '') || undefined}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : !data ? (
        <div role="status" aria-label={`${label} are loading`}>
          <Skeleton height={240} />
        </div>
      ) : data.rows.length === 0 && state.page === 0 ? (
        <p className={styles.empty}>{isNarrowed ? 'Nothing was found.' : empty}</p>
      ) : (
        <>
          <Table
            label={label}
            columns={columns}
            rows={data.rows}
            keyOf={({ id }) => id}
            sorting={{ ...state, onSort: (sort, order) => onChange({ sort, order }) }}
            isBusy={query.isPlaceholderData}
          />
          <Pages
            label={label}
            page={state.page}
            hasNext={data.hasNext}
            onPage={(page) => onChange({ page })}
          />
        </>
      )}
    </div>
  );
}

function Tools<Row, Sort extends string, Status extends string>({
  label,
  searchLabel,
  statuses,
  columns,
  filters,
  pages,
  state,
  onChange,
}: ListProps<Row, Sort, Status>) {
  const [typed, setTyped] = useState(state.search);
  const search = useDebounced(typed, searchDelayMs);
  useEffect(() => {
    if (search !== state.search) onChange({ search });
  }, [search, state.search, onChange]);
  return (
    <div className={styles.tools}>
      <TextField
        label={searchLabel}
        type="search"
        value={typed}
        maxLength={200}
        onChange={({ target }) => setTyped(target.value)}
      />
      {statuses && (
        <SelectField
          label="Status"
          value={state.status ?? ''}
          onChange={({ target }) =>
            onChange({ status: statuses.find((status) => status === target.value) ?? null })
          }
        >
          <option value="">All</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {statusLabel(status)}
            </option>
          ))}
        </SelectField>
      )}
      {filters}
      <CsvButton label={label} columns={columns} pages={pages} />
    </div>
  );
}

interface PagesProps {
  /** Name of the list. */
  label: string;
  page: number;
  hasNext: boolean;
  onPage: (page: number) => void;
}

function Pages({ label, page, hasNext, onPage }: PagesProps) {
  if (page === 0 && !hasNext) return null;
  return (
    <nav className={styles.pages} aria-label={`Pages of ${label}`}>
      <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span role="status">Page {page + 1}</span>
      <Button disabled={!hasNext} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

const tones: Record<string, string | undefined> = {
  pending: styles.waiting,
  approved: styles.good,
  accepted: styles.good,
  active: styles.good,
  succeeded: styles.good,
  passed: styles.good,
  failed: styles.bad,
};

export function Status({ status }: { status: string }) {
  return (
    <span className={[styles.status, tones[status]].filter(Boolean).join(' ')}>{statusLabel(status)}</span>
  );
}

export function statusLabel(status: string): string {
  return `${status[0]?.toUpperCase()}${status.slice(1)}`;
}
