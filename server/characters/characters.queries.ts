import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm';
import { idIn } from '#server/db/bulk.ts';
import type { Db } from '#server/db/client.ts';
import { projectShares, projects } from '#server/db/schema/projects.ts';
import { characters, scriptElements } from '#server/db/schema/script.ts';
import { isSharedWith } from '#server/lib/membership.ts';
import type { Role } from '#shared/roles.ts';

export function findCharacters(db: Db, projectId: number) {
  return db
    .select()
    .from(characters)
    .where(eq(characters.projectId, projectId))
    .orderBy(asc(characters.displayOrder), asc(characters.createdAt), asc(characters.id));
}

export function characterNames(db: Db, projectId: number) {
  return db
    .select({ id: characters.id, name: characters.name })
    .from(characters)
    .where(eq(characters.projectId, projectId));
}

/** Select ids and display order of the characters, in order. */
export function findCharacterPlaces(db: Db, projectId: number) {
  return db
    .select({ id: characters.id, orderIndex: characters.displayOrder })
    .from(characters)
    .where(eq(characters.projectId, projectId))
    .orderBy(asc(characters.displayOrder), asc(characters.createdAt), asc(characters.id));
}

export async function characterById(db: Db, characterId: number) {
  const [character] = await db.select().from(characters).where(eq(characters.id, characterId));
  return character;
}

/** Return those of the characters whose project the user may see, with the user's role. */
export async function charactersSeenBy(db: Db, userId: string, ids: readonly number[]) {
  const found = await db
    .select({
      id: characters.id,
      projectId: characters.projectId,
      ownerId: projects.userId,
      shareRole: projectShares.role,
    })
    .from(characters)
    .innerJoin(projects, and(eq(projects.id, characters.projectId), eq(projects.isImporting, false)))
    .leftJoin(projectShares, isSharedWith(userId))
    .where(
      and(idIn(characters.id, ids), sql`(${projects.userId} = ${userId} or ${projectShares.id} is not null)`),
    );
  return found.map(({ id, projectId, ownerId, shareRole }) => {
    const role: Role = ownerId === userId ? 'owner' : (shareRole ?? 'viewer');
    return { id, projectId, role };
  });
}

/** Return the user's role in a project. Null: the user may not see it. */
export async function roleIn(db: Db, userId: string, projectId: number): Promise<Role | null> {
  const [found] = await db
    .select({ ownerId: projects.userId, shareRole: projectShares.role })
    .from(projects)
    .leftJoin(projectShares, isSharedWith(userId))
    .where(and(eq(projects.id, projectId), eq(projects.isImporting, false)));
  if (!found) return null;
  return found.ownerId === userId ? 'owner' : found.shareRole;
}

/** Select the elements that can name a speaker, in script order. */
export function speakersIn(db: Db, projectId: number) {
  const { id, elementType, content, typedContent, characterName } = scriptElements;
  return db
    .select({ id, elementType, content, typedContent, characterName })
    .from(scriptElements)
    .where(
      and(
        eq(scriptElements.projectId, projectId),
        or(eq(elementType, 'character'), isNotNull(characterName)),
      ),
    )
    .orderBy(asc(scriptElements.orderIndex), asc(id));
}

/** Select those of the elements that are in the project, with the columns for renaming. */
export function namedElements(db: Db, projectId: number, ids: number[]) {
  const { id, elementType, content, typedContent, characterName } = scriptElements;
  return db
    .select({ id, elementType, content, typedContent, characterName })
    .from(scriptElements)
    .where(and(eq(scriptElements.projectId, projectId), idIn(id, ids)));
}
