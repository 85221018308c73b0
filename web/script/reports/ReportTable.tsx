import { ArrowDown, ArrowUp, Copy } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { toCsv } from '#shared/csv.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './ReportTable.module.css';

export interface ReportColumn<Row> {
  label: string;
  /** Value to sort by. Numbers are right-aligned and sort from the largest. */
  value: (row: Row) => string | number;
  /** Shown content, if it differs. */
  shown?: (row: Row) => ReactNode;
  /** Copied value, if it differs. */
  copied?: (row: Row) => string | number;
}

interface ReportTableProps<Row> {
  /** Label of the table for screen readers. */
  label: string;
  /** Columns; the first one names the row. */
  columns: readonly [ReportColumn<Row>, ...ReportColumn<Row>[]];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  onRow: (row: Row) => void;
}

interface Sort {
  column: number;
  isDescending: boolean;
}

/** Sortable table. A click on a row goes to its position in the script. */
export function ReportTable<Row>({ label, columns, rows, keyOf, onRow }: ReportTableProps<Row>) {
  const [sort, setSort] = useState<Sort | null>(null);
  const sorted = sort ? sortedBy(rows, columns[sort.column] ?? columns[0], sort.isDescending) : rows;
  const isNumber = ({ value }: ReportColumn<Row>) =>
    rows[0] !== undefined && typeof value(rows[0]) === 'number';
  const sortBy = (column: number) => {
    const first = columns[column];
    const isFirstDescending = first !== undefined && isNumber(first);
    setSort({
      column,
      isDescending: sort?.column === column ? !sort.isDescending : isFirstDescending,
    });
  };
  return (
    <>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column.label}
                scope="col"
                className={isNumber(column) ? styles.figure : undefined}
                aria-sort={sort?.column === index ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
              >
                <button type="button" className={styles.sort} onClick={() => sortBy(index)}>
                  {column.label}
                  <SortMark sort={sort?.column === index ? sort : null} />
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={keyOf(row)}>
              <Cells row={row} columns={columns} isNumber={isNumber} onRow={onRow} />
            </tr>
          ))}
        </tbody>
      </table>
      <CsvButtons
        name={label}
        text={() =>
          toCsv([
            columns.map((column) => column.label),
            ...sorted.map((row) => columns.map((column) => (column.copied ?? column.value)(row))),
          ])
        }
      />
    </>
  );
}

interface CellsProps<Row> extends Pick<ReportTableProps<Row>, 'columns' | 'onRow'> {
  row: Row;
  isNumber: (column: ReportColumn<Row>) => boolean;
}

function Cells<Row>({ row, columns, isNumber, onRow }: CellsProps<Row>) {
  return columns.map((column, index) => {
    const content = column.shown?.(row) ?? column.value(row);
    if (index > 0) {
      return (
        <td key={column.label} className={isNumber(column) ? styles.figure : undefined}>
          {content}
        </td>
      );
    }
    return (
      <th key={column.label} scope="row">
        <button type="button" className={styles.go} onClick={() => onRow(row)}>
          {content}
        </button>
      </th>
    );
  });
}

function SortMark({ sort }: { sort: Sort | null }) {
  if (!sort) return null;
  const Mark = sort.isDescending ? ArrowDown : ArrowUp;
  return <Mark size={12} strokeWidth={1.6} aria-hidden="true" />;
}

/** Sort rows; equal ones keep the order of the report. */
function sortedBy<Row>(rows: readonly Row[], { value }: ReportColumn<Row>, isDescending: boolean): Row[] {
  const sorted = [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    const order =
      typeof x === 'number' && typeof y === 'number'
        ? x - y
        : String(x).localeCompare(String(y), undefined, { numeric: true });
    return isDescending ? -order : order;
  });
  return sorted;
}

function CsvButtons({ name, text }: { name: string; text: () => string }) {
  const [said, setSaid] = useState('');
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setSaid('Copied');
    } catch {
      setSaid('Your browser blocked copying. Select the table and copy it yourself.');
    }
  };
  return (
    <p className={styles.copy}>
      <Button
        size="small"
        icon={<Copy size={14} strokeWidth={1.6} aria-hidden="true" />}
        aria-describedby={id}
        onClick={() => void copy()}
      >
        Copy as CSV
      </Button>
      <Button size="small" onClick={() => saveFile(new Blob([text()], { type: 'text/csv' }), `${name}.csv`)}>
        Save as CSV
      </Button>
      <span id={id} role="status">
        {said}
      </span>
    </p>
  );
}
