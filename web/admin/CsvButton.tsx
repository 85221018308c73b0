import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { csvMark, toCsv } from '#shared/csv.ts';
import { adminToasts } from '#web/admin/adminToasts.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './CsvButton.module.css';
import type { Column } from './Table.tsx';

interface CsvButtonProps<Row, Sort extends string> {
  /** Name of the table: "AI usage by feature". */
  label: string;
  columns: readonly Column<Row, Sort>[];
  /** Return all rows, in pages as large as the server allows. */
  pages: (signal: AbortSignal) => AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
}

const counts = new Intl.NumberFormat('en-US');

/** Save a table as CSV: all rows that match the filter, on every page. */
export function CsvButton<Row, Sort extends string>({ label, columns, pages }: CsvButtonProps<Row, Sort>) {
  const [loaded, setLoaded] = useState<number | null>(null);
  const under = useRef<AbortController | null>(null);
  useEffect(() => () => under.current?.abort(), []);
  const download = async () => {
    if (under.current) return;
    const abort = new AbortController();
    under.current = abort;
    const inFile = columns.filter(({ value }) => value !== null);
    const parts = [csvMark, toCsv([inFile.map(({ title }) => title)])];
    let count = 0;
    try {
      setLoaded(0);
      for await (const rows of pages(abort.signal)) {
        abort.signal.throwIfAborted();
        if (rows.length > 0)
          parts.push('\r\n', toCsv(rows.map((row) => inFile.map((column) => textOf(column, row)))));
        count += rows.length;
        setLoaded(count);
      }
      saveFile(new Blob([...parts, '\r\n'], { type: 'text/csv' }), `${fileName(label)}.csv`);
    } catch {
      if (!abort.signal.aborted) toast(adminToasts.csvFailed);
    } finally {
      under.current = null;
      setLoaded(null);
    }
  };
  return (
    <div className={styles.csv}>
      <Button
        kind="ghost"
        size="small"
        icon={<Download size={14} strokeWidth={1.6} aria-hidden="true" />}
        aria-label={`Download CSV: ${label}`}
        isBusy={loaded !== null}
        onClick={() => void download()}
      >
        Download CSV
      </Button>
      {loaded !== null && loaded > 0 && (
        <>
          <span role="status">{counts.format(loaded)} rows</span>
          <Button kind="ghost" size="small" onClick={() => under.current?.abort()}>
            Cancel
          </Button>
        </>
      )}
    </div>
  );
}

function textOf<Row, Sort extends string>({ value, cell }: Column<Row, Sort>, row: Row): string | number {
  const found = value ? value(row) : cell(row);
  return typeof found === 'string' || typeof found === 'number' ? found : '';
}

/** Return the file's name: "AI usage by feature" → "ai-usage-by-feature". */
function fileName(label: string): string {
  return label.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
