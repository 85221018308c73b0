import { type Column, ilike, or, type SQL } from 'drizzle-orm';

/** Whether one of the columns holds the text, in whatever case; % and _ are letters like any other. */
export function anyContains(columns: readonly (Column | SQL)[], text: string): SQL | undefined {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return or(...columns.map((column) => ilike(column, pattern)));
}
