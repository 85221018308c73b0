import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '#web/lib/api.ts';
import { useDebounced } from '#web/lib/useDebounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoadFailure } from '#web/ui/LoadFailure.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { SelectField, TextField } from '#web/ui/TextField.tsx';
import type { ListState, Page } from './admin.data.ts';
import styles from './List.module.css';

export interface Column<Row, Sort extends string> {
  title: string;
  /** Where the server can sort by it. */
  sort?: Sort;
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
}

interface ListProps<Row, Sort extends string, Status extends string> {
  /** "Beta applications" */
  label: string;
  searchLabel: string;
  statuses?: readonly Status[];
  columns: readonly Column<Row, Sort>[];
  query: UseQueryResult<Page<Row>>;
  state: ListState<Sort, Status>;
  onChange: (part: Partial<ListState<Sort, Status>>) => void;
  /** Where there is nothing at all. */
  empty: string;
}

const searchDelayMs = 250;

/** One page of a list that the server searches, sorts and cuts into pages. */
export function List<Row extends { id: string | number }, Sort extends string, Status extends string>(
  props: ListProps<Row, Sort, Status>,
) {
  const { label, columns, query, state, onChange, empty } = props;
  const { data, error } = query;
  const isNarrowed = state.search !== '' || state.status !== null;
  return (
    <div className={styles.list}>
      <Tools {...props} />
      {error && !data ? (
        <LoadFailure
          text={`${label} could not be loaded.`}
          why={messageOf(error, '') || undefined}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : !data ? (
        <div role="status" aria-label={`${label} are loading`} className={styles.loading}>
          <Skeleton height={240} />
        </div>
      ) : data.rows.length === 0 && state.page === 0 ? (
        <p className={styles.empty}>{isNarrowed ? 'Nothing was found.' : empty}</p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keys as well */}
          <section className={styles.scroller} aria-label={label} tabIndex={0}>
            <table className={styles.table} aria-busy={query.isPlaceholderData || undefined}>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <Heading key={column.title} column={column} state={state} onChange={onChange} />
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.rows.map((row) => (
                  <tr key={row.id}>
                    {columns.map(({ title, isNumber, cell }) => (
                      <td key={title} className={isNumber ? styles.number : undefined}>
                        {cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <Pages page={state.page} hasNext={data.hasNext} onPage={(page) => onChange({ page })} />
        </>
      )}
    </div>
  );
}

function Tools<Row, Sort extends string, Status extends string>({
  searchLabel,
  statuses,
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
    </div>
  );
}

interface HeadingProps<Row, Sort extends string, Status extends string> {
  column: Column<Row, Sort>;
  state: ListState<Sort, Status>;
  onChange: (part: Partial<ListState<Sort, Status>>) => void;
}

function Heading<Row, Sort extends string, Status extends string>({
  column: { title, sort, isNumber },
  state,
  onChange,
}: HeadingProps<Row, Sort, Status>) {
  const look = isNumber ? styles.number : undefined;
  if (sort === undefined) {
    return (
      <th scope="col" className={look}>
        {title}
      </th>
    );
  }
  const isSorted = state.sort === sort;
  const next = isSorted && state.order === 'asc' ? 'desc' : 'asc';
  const Arrow = state.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={look}
      aria-sort={isSorted ? (state.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" className={styles.sort} onClick={() => onChange({ sort, order: next })}>
        {title}
        {isSorted && <Arrow size={12} strokeWidth={1.8} aria-hidden="true" />}
      </button>
    </th>
  );
}

interface PagesProps {
  page: number;
  hasNext: boolean;
  onPage: (page: number) => void;
}

function Pages({ page, hasNext, onPage }: PagesProps) {
  if (page === 0 && !hasNext) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
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
};

export function Status({ status }: { status: string }) {
  return (
    <span className={[styles.status, tones[status]].filter(Boolean).join(' ')}>{statusLabel(status)}</span>
  );
}

export function statusLabel(status: string): string {
  return `${status[0]?.toUpperCase()}${status.slice(1)}`;
}
