import { asc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { characters, scriptElements } from '#server/db/schema/script.ts';

/** Return the project of an element. Null: there is no such element. */
export async function projectOfElement(db: Db, elementId: number): Promise<number | null> {
  const [found] = await db
    .select({ projectId: scriptElements.projectId })
    .from(scriptElements)
    .where(eq(scriptElements.id, elementId));
  return found?.projectId ?? null;
}

/** Return the characters with their voices in display order. */
export function castVoices(db: Db, projectId: number) {
  const { id, name, voiceId, voiceSettings } = characters;
  return db
    .select({ id, name, voiceId, voiceSettings })
    .from(characters)
    .where(eq(characters.projectId, projectId))
    .orderBy(asc(characters.displayOrder), asc(characters.createdAt), asc(id));
}
