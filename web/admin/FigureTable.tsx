import { CsvButton } from './CsvButton.tsx';
import listStyles from './List.module.css';
import { type Column, Table } from './Table.tsx';
import styles from './UsageTabs.module.css';

interface FigureTableProps<Row> {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** All rows, for the file, where the screen shows only some. */
  allRows?: readonly Row[];
  keyOf: (row: Row) => string | number;
  empty?: string;
}

/** Show a small unpaged table with its title and a button that saves it as a file. */
export function FigureTable<Row>({
  title,
  columns,
  rows,
  allRows = rows,
  keyOf,
  ...rest
}: FigureTableProps<Row>) {
  const { empty = 'No data for this period.' } = rest;
  return (
    <section className={`${styles.section} ${styles.figures}`}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {rows.length > 0 && <CsvButton label={title} columns={columns} pages={() => [allRows]} />}
      </header>
      {rows.length === 0 ? (
        <p className={listStyles.empty}>{empty}</p>
      ) : (
        <Table label={title} columns={columns} rows={rows} keyOf={keyOf} />
      )}
    </section>
  );
}
