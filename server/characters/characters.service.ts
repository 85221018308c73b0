import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { characters } from '#server/db/schema/script.ts';
import { isUniqueViolation } from '#server/db/violations.ts';
import { conflict, invalid } from '#server/lib/errors.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import type { createCharacter } from '#shared/contract/characters.ts';
import type { HandlerInput } from '#shared/endpoint.ts';

/** Adds a character behind the others. Names are one per project, whatever their case (decision OQ-93). */
export async function addCharacter(
  db: Db,
  where: { projectId: number; userId: string },
  { projectId, ...fields }: HandlerInput<typeof createCharacter>['body'],
) {
  if (projectId !== undefined && projectId !== where.projectId) {
    throw invalid('Another project', { projectId: 'Must be the project of the address' });
  }
  try {
    return await changeProject(db, where, async (change) => {
      const [last] = await change.tx
        .select({ order: sql<number>`coalesce(max(${characters.displayOrder}), -1)::int` })
        .from(characters)
        .where(eq(characters.projectId, where.projectId));
      const [character] = await change.tx
        .insert(characters)
        .values({
          ...fields,
          voiceSettings: fields.voiceSettings ?? undefined,
          projectId: where.projectId,
          displayOrder: (last?.order ?? -1) + 1,
        })
        .returning();
      if (!character) throw new Error('The database gave no row for a new character');
      change.changed('character', [character.id]);
      return character;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'characters_name_key')) {
      throw conflict('A character with this name already exists.');
    }
    throw error;
  }
}
