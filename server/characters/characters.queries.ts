import { asc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { characters } from '#server/db/schema/script.ts';

export function charactersOf(db: Db, projectId: number) {
  return db
    .select()
    .from(characters)
    .where(eq(characters.projectId, projectId))
    .orderBy(asc(characters.displayOrder), asc(characters.createdAt), asc(characters.id));
}
