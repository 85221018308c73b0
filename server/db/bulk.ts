import { getColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';
import { rows } from './client.ts';

/** Rows per statement: few enough that the embedded database does not delay other calls. */
const batchSize = 500;

/**
 * Build `column in (…)` for any number of ids with one parameter. It uses an array, so that the
 * database looks each id up by index; joining a subquery may scan the whole table.
 */
export function idIn(column: AnyPgColumn | SQL, ids: readonly number[]): SQL {
  return sql`${column} = any(array(select value::int from json_array_elements_text(${JSON.stringify(ids)}::json)))`;
}

/**
 * Insert rows that all have the same fields, in few statements. Returns their ids in order. A row
 * with an id keeps it; absent fields get their defaults.
 */
export async function insertRows<T extends PgTable & { $inferInsert: object }>(
  db: Db,
  table: T,
  values: readonly T['$inferInsert'][],
): Promise<number[]> {
  const ids: number[] = [];
  for (const batch of inBatches(values)) {
    const made = await rows<{ id: number }>(db, insertSql(table, batch));
    ids.push(...made.map(({ id }) => id));
  }
  return ids;
}

/** Build the insert statement of many rows. */
function insertSql<T extends PgTable & { $inferInsert: object }>(
  table: T,
  values: readonly T['$inferInsert'][],
): SQL {
  const fields = Object.keys(values[0] ?? {});
  return insertFrom(table, fields, sql`${given(table, values)}`);
}

/**
 * Build the insert statement of rows that are a relation named `given`, with the columns of `table`
 * and an ordinality.
 */
export function insertFrom(table: PgTable, fields: readonly string[], given: SQL): SQL {
  const columns = columnsOf(table, fields);
  const names = columns.map((name) => sql.identifier(name));
  const overriding = columns.includes('id') ? sql`overriding system value` : sql``;
  const read = names.map((name) => sql`given.${name}`);
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) ${overriding}
    select ${sql.join(read, sql`, `)} from ${given} order by ordinality returning id`;
}

/** Update fields of rows by id; all rows have the same fields. */
export async function updateRows<T extends PgTable & { $inferInsert: object }>(
  db: Db,
  table: T,
  values: readonly (Partial<T['$inferInsert']> & { id: number })[],
): Promise<void> {
  for (const batch of inBatches(values)) {
    const ids = JSON.stringify(batch.map(({ id }) => id));
    const fields = Object.keys(batch[0] ?? {});
    await rows(
      db,
      updateFrom(table, fields, given(table, batch), sql`json_array_elements_text(${ids}::json)`),
    );
  }
}

/**
 * Build the update statement of rows that are a relation named `given`. `ids` is a relation of
 * their ids named `value`, so that the database looks each row up by index.
 */
export function updateFrom(table: PgTable, fields: readonly string[], given: SQL, ids: SQL): SQL {
  const id = sql`${sql.identifier(getTableName(table))}.id`;
  const assignments = columnsOf(table, fields)
    .filter((name) => name !== 'id')
    .map((name) => sql`${sql.identifier(name)} = given.${sql.identifier(name)}`);
  return sql`update ${table} set ${sql.join(assignments, sql`, `)} from ${given}
    where ${id} = given.id and ${id} = any(array(select value::int from ${ids}))`;
}

/** Return the names of the columns of these fields. */
function columnsOf(table: PgTable, fields: readonly string[]): string[] {
  const nameOf = columnNames(table);
  return fields.map(nameOf);
}

/** Return rows with the names of the columns instead of the fields. */
export function namedByColumns(table: PgTable, values: readonly object[]): object[] {
  const nameOf = columnNames(table);
  return values.map((value) =>
    Object.fromEntries(Object.entries(value).map(([field, is]) => [nameOf(field), is])),
  );
}

/** Return a function from fields to columns. It throws for other fields, which would be lost. */
function columnNames(table: PgTable): (field: string) => string {
  const columns: Record<string, AnyPgColumn> = getColumns(table);
  return (field) => {
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
    if (!column) throw new Error(`The table ${getTableName(table)} has no field ${field}`);
    return column.name;
  };
}

/** Build the rows as a relation named `given`, with the columns of `table` and an ordinality. */
function given(table: PgTable, values: readonly object[]): SQL {
  const named = JSON.stringify(namedByColumns(table, values));
  return sql`json_populate_recordset(null::${table}, ${named}::json) with ordinality as given`;
}

/** Build a row as JSON with field names. `replacements` replaces the values of some fields. */
export function asJson(table: PgTable, alias: SQL, replacements: Record<string, SQL> = {}): SQL {
  const columns = Object.entries(getColumns(table)).map(
    ([field, { name }]) => [field, sql`${alias}.${sql.identifier(name)}`] as const,
  );
  const fields = Object.entries({ ...Object.fromEntries(columns), ...replacements }).map(
    ([field, value]) => sql`${sql.raw(`'${field}'`)}, ${value}`,
  );
  return sql`json_build_object(${sql.join(fields, sql`, `)})`;
}

/** Yield rows in batches of one statement. */
export function* inBatches<Row>(values: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < values.length; from += batchSize) yield values.slice(from, from + batchSize);
}
