import { type Column, ilike, or, type SQL } from 'drizzle-orm';

/** Build a case-insensitive search for a text in columns; % and _ have no special meaning. */
export function anyContains(columns: readonly (Column | SQL)[], text: string): SQL | undefined {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return or(...columns.map((column) => ilike(column, pattern)));
}
