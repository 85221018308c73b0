import { and, desc, eq, getColumns, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { aiDisclosures } from '#server/db/schema/ai.ts';
import { users } from '#server/db/schema/people.ts';

const { text, projectId, userId, ...entryColumns } = getColumns(aiDisclosures);
/** Columns of the list. It contains sizes only, because texts can be long. */
const entry = { ...entryColumns, userEmail: users.email, size: sql<number>`char_length(${text})` };

/** Select entries, latest first, after the last one of the previous page. */
export function findDisclosures(
  db: Db,
  ofProject: number,
  { limit, before }: { limit: number; before?: number },
) {
  return db
    .select(entry)
    .from(aiDisclosures)
    .leftJoin(users, eq(users.id, userId))
    .where(and(eq(projectId, ofProject), before === undefined ? undefined : lt(aiDisclosures.id, before)))
    .orderBy(desc(aiDisclosures.id))
    .limit(limit);
}

export function countEntries(db: Db, ofProject: number): Promise<number> {
  return db.$count(aiDisclosures, eq(projectId, ofProject));
}

export async function entryWithText(db: Db, ofProject: number, id: number) {
  const [found] = await db
    .select({ ...entry, text })
    .from(aiDisclosures)
    .leftJoin(users, eq(users.id, userId))
    .where(and(eq(aiDisclosures.id, id), eq(projectId, ofProject)));
  return found;
}
