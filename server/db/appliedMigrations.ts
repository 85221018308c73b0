import { StartError } from '#server/startError.ts';
import { isMissingRelation } from './databaseErrors.ts';

/**
 * Name of the migrations table. It must never change, so that databases of earlier versions are
 * recognised.
 */
const migrationsTable = 'drizzle.__drizzle_migrations';

type Query = (text: string) => Promise<{ rows: unknown[] }>;

/**
 * Return the names of the migrations that a database has; none if none was ever recorded. The first
 * versions recorded no names.
 */
export async function readAppliedMigrations(query: Query): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await query(`select name from ${migrationsTable} order by id`);
    return new Set((rows as { name: string }[]).map(({ name }) => name));
  } catch (error) {
    if (isMissingRelation(error)) return new Set();
    throw error;
  }
}

/**
 * Throw StartError if a newer version has migrated the database: this version does not know what
 * its columns mean. Nodes of this version that already run continue.
 */
export function requireKnownMigrations(applied: ReadonlySet<string>, files: readonly { name: string }[]) {
  const known = new Set(files.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new StartError(
      `The database was migrated by a newer version, which knows ${unknown.join(', ')}. Start that version, or restore a backup of this one.`,
    );
}
