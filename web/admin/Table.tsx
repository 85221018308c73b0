import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import styles from './List.module.css';

export interface Column<Row, Sort extends string = never> {
  title: string;
  /** Sort key, if the server can sort by this column. */
  sort?: Sort;
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
  /** Return the value for a file, where the cell is not plain text. Null leaves it empty. */
  value?: ((row: Row) => string | number) | null;
  /** Whether the column appears only in files. */
  isInFileOnly?: boolean;
}

interface Sorting<Sort extends string> {
  sort: Sort;
  order: 'asc' | 'desc';
  onSort: (sort: Sort, order: 'asc' | 'desc') => void;
}

interface TableProps<Row, Sort extends string> {
  label: string;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  sorting?: Sorting<Sort>;
  /** Whether newer rows are loading. */
  isBusy?: boolean;
  /** Return a row that is shown below `row`, over all columns. */
  below?: (row: Row) => ReactNode;
}

/** Show rows in columns. A table wider than the screen scrolls sideways on its own. */
export function Table<Row, Sort extends string>({
  label,
  columns,
  rows,
  keyOf,
  ...rest
}: TableProps<Row, Sort>) {
  const { sorting, isBusy, below } = rest;
  const shown = columns.filter(({ isInFileOnly }) => !isInFileOnly);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a sideways scroll container must be reachable by keyboard
    <section className={styles.scroller} aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-busy={isBusy || undefined}>
        <thead>
          <tr>
            {shown.map((column) => (
              <Heading key={column.title} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const more = below?.(row);
            return (
              // Keyed by row: an open form stays with its row when the order changes.
              <Fragment key={keyOf(row)}>
                <tr>
                  {shown.map(({ title, isNumber, cell }) => (
                    <td key={title} className={isNumber ? styles.number : undefined}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
                {more && (
                  <tr className={styles.below}>
                    <td colSpan={shown.length}>{more}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

interface HeadingProps<Row, Sort extends string> {
  column: Column<Row, Sort>;
  sorting: Sorting<Sort> | undefined;
}

function Heading<Row, Sort extends string>({
  column: { title, sort, isNumber },
  sorting,
}: HeadingProps<Row, Sort>) {
  const look = isNumber ? styles.number : undefined;
  if (sort === undefined || !sorting) {
    return (
      <th scope="col" className={look}>
        {title}
      </th>
    );
  }
  const { order, onSort } = sorting;
  const isSorted = sorting.sort === sort;
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={look}
      aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(sort, isSorted && order === 'asc' ? 'desc' : 'asc')}
      >
        {title}
        {isSorted && <Arrow size={12} strokeWidth={1.8} aria-hidden="true" />}
      </button>
    </th>
  );
}
