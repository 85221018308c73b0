import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';

/**
 * A hash of each table's rows of a project. Rejected calls must not change them: content, credits,
 * outgoing mail and stored files.
 */
export type Digest = Record<string, string>;

const tablesOf = new WeakMap<Db, Promise<string[]>>();

/**
 * Return the digest of these projects. Two digests are equal when no row was added, changed or
 * removed between them. They differ by table.
 */
export async function digestOf(db: Db, projectIds: readonly number[]): Promise<Digest> {
  const known = tablesOf.get(db) ?? tablesWithProject(db);
  tablesOf.set(db, known);
  const ids = sql.raw(projectIds.join(', '));
  const digestRows = (table: string, column: string) => {
    const [name, of] = [sql.identifier(table), sql.identifier(column)];
    return sql`select ${table}::text as name, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
      from ${name} t where t.${of} in (${ids})`;
  };
  const sums = [
    sql`select 'credits', coalesce(sum(credit_balance), 0)::text from users`,
    sql`select 'mails', count(*)::text from outbox`,
    sql`select 'files', count(*)::text from files`,
    sql`select 'all projects', count(*)::text from projects`,
  ];
  const parts = [
    ...(await known).map((table) => digestRows(table, 'project_id')),
    digestRows('projects', 'id'),
    ...sums,
  ];
  const found = await rows<{ name: string; digest: string }>(db, sql.join(parts, sql` union all `));
  return Object.fromEntries(found.map(({ name, digest }) => [name, digest]));
}

async function tablesWithProject(db: Db): Promise<string[]> {
  const found = await rows<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'project_id' order by table_name`,
  );
  return found.map(({ name }) => name);
}
