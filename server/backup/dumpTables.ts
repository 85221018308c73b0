import type { SequenceFacts, TableFacts } from './backupManifest.ts';
import { createRowsDigest } from './rowsDigest.ts';
import { listColumns, listTables, quoteName, type SqlClient } from './sqlClient.ts';

/** Rows per fetch. */
const batchSize = 200;

/** Line that begins a table in the stream. Rows follow, each as a JSON array of texts. */
export interface TableHeader {
  table: string;
  columns: string[];
}

/**
 * Read all tables as lines, in the caller's transaction, and return their digests. Every value is
 * the text that the database itself writes and reads, as in COPY, so both databases read it alike.
 */
export async function dumpTables(
  client: SqlClient,
  write: (lines: string) => Promise<void>,
  onTable: (facts: TableFacts) => void = () => undefined,
): Promise<TableFacts[]> {
  const tables: TableFacts[] = [];
  for (const table of await listTables(client)) {
    const columns = (await listColumns(client, table)).map(({ name }) => name);
    const header: TableHeader = { table, columns };
    await write(`T${JSON.stringify(header)}\n`);
    const digest = createRowsDigest();
    for await (const rows of rowsOf(client, table, columns)) {
      for (const row of rows) digest.add(row);
      await write(rows.map((row) => `R${row}\n`).join(''));
    }
    const facts = { name: table, ...digest.result() };
    tables.push(facts);
    onTable(facts);
  }
  return tables;
}

/** Return the digests of all tables. */
export function digestTables(client: SqlClient): Promise<TableFacts[]> {
  return dumpTables(client, async () => undefined);
}

async function* rowsOf(
  client: SqlClient,
  table: string,
  columns: readonly string[],
): AsyncGenerator<string[]> {
  const texts = columns.map((name) => `${quoteName(name)}::text`).join(', ');
  await client.rows(
    `declare backup_rows no scroll cursor for
     select array_to_json(array[${texts}]::text[])::text as row from public.${quoteName(table)}`,
  );
  for (;;) {
    const found = await client.rows<{ row: string }>(`fetch forward ${batchSize} from backup_rows`);
    if (found.length > 0) yield found.map(({ row }) => row);
    if (found.length < batchSize) break;
  }
  await client.rows('close backup_rows');
}

/**
 * Read the sequences. They are not part of the snapshot and may only be ahead of the rows, so they
 * are read after them.
 */
export async function readSequences(client: SqlClient): Promise<SequenceFacts[]> {
  const found = await client.rows<{ name: string }>(
    `select sequencename as name from pg_sequences
     where schemaname = 'public' and sequencename <> 'backup_runs_id_seq'
     order by sequencename collate "C"`,
  );
  const sequences: SequenceFacts[] = [];
  for (const { name } of found) {
    const [row] = await client.rows<{ next: string }>(
      `select (last_value + is_called::int)::text as next from public.${quoteName(name)}`,
    );
    if (row) sequences.push({ name, next: row.next });
  }
  return sequences;
}

/** Return the differences between two lists of tables as sentences. */
export function compareTables(expected: readonly TableFacts[], found: readonly TableFacts[]): string[] {
  const byName = new Map(found.map((facts) => [facts.name, facts]));
  return expected.flatMap(({ name, rows, digest }) => {
    const other = byName.get(name);
    if (!other) return [`The table ${name} is missing.`];
    if (other.rows !== rows) return [`The table ${name} has ${other.rows} rows instead of ${rows}.`];
    return other.digest === digest ? [] : [`The table ${name} has other values in its ${rows} rows.`];
  });
}
