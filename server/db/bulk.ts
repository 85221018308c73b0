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

/**
 * Build the insert statement, for use in a larger one. `beside` is a further relation to select
 * from.
 */
export function insertSql<T extends PgTable & { $inferInsert: object }>(
  table: T,
  values: readonly T['$inferInsert'][],
  beside: SQL = sql``,
): SQL {
  const columns = columnsOf(table, values[0]);
  const names = Object.values(columns).map((name) => sql.identifier(name));
  const overriding = 'id' in columns ? sql`overriding system value` : sql``;
  const read = names.map((name) => sql`given.${name}`);
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) ${overriding}
    select ${sql.join(read, sql`, `)} from ${beside} ${given(table, values, columns)} order by ordinality returning id`;
}

/** Update fields of rows by id; all rows have the same fields. */
export async function updateRows<T extends PgTable & { $inferInsert: object }>(
  db: Db,
  table: T,
  values: readonly (Partial<T['$inferInsert']> & { id: number })[],
): Promise<void> {
  for (const batch of inBatches(values)) await rows(db, updateSql(table, batch));
}

/**
 * Build the update statement, for use in a larger one. `beside` is a further relation to select
 * from.
 */
export function updateSql<T extends PgTable & { $inferInsert: object }>(
  table: T,
  values: readonly (Partial<T['$inferInsert']> & { id: number })[],
  beside: SQL = sql``,
): SQL {
  const columns = columnsOf(table, values[0]);
  const { id: _, ...changed } = columns;
  const id = sql`${sql.identifier(getTableName(table))}.id`;
  const ids = values.map((value) => value.id);
  const assignments = sql.join(
    Object.values(changed).map((name) => sql`${sql.identifier(name)} = given.${sql.identifier(name)}`),
    sql`, `,
  );
  return sql`update ${table} set ${assignments} from ${beside} ${given(table, values, columns)}
    where ${id} = given.id and ${idIn(id, ids)}`;
}

/** Return columns by field, for the fields of `value`. */
function columnsOf(table: PgTable, value: object = {}): Record<string, string> {
  const columns = Object.entries(getColumns(table)).filter(([field]) => Object.hasOwn(value, field));
  return Object.fromEntries(columns.map(([field, column]) => [field, column.name]));
}

/** Build the rows as a relation named `given`, with the columns of `table` and an ordinality. */
function given(table: PgTable, values: readonly object[], columns: Record<string, string>): SQL {
  const named = values.map((value) =>
    Object.fromEntries(Object.entries(value).map(([field, is]) => [columns[field] ?? field, is])),
  );
  return sql`json_populate_recordset(null::${table}, ${JSON.stringify(named)}::json) with ordinality as given`;
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
