import { and, asc, eq, inArray, like, lte, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { databaseTimeIn } from '#server/db/databaseTime.ts';
import { customVoices } from '#server/db/schema/ai.ts';
import { projectShares, projects } from '#server/db/schema/projects.ts';
import { characters } from '#server/db/schema/script.ts';
import { isSharedWith } from '#server/lib/membership.ts';
import { pendingVoicePrefix, type VoiceDesign } from '#shared/contract/voices.ts';

export type CustomVoiceRow = typeof customVoices.$inferSelect;

const isPending = like(customVoices.voiceId, `${pendingVoicePrefix}%`);

/** Select the voices that a user designed and that are ready or still being made. */
export function activeVoicesOf(db: Db, userId: string): Promise<CustomVoiceRow[]> {
  return db
    .select()
    .from(customVoices)
    .where(and(eq(customVoices.userId, userId), customVoices.isActive))
    .orderBy(asc(customVoices.createdAt), asc(customVoices.id));
}

/** Return the ids of these voices that were designed here, by any user. */
export async function designedAmong(db: Db, voiceIds: readonly string[]): Promise<Set<string>> {
  if (voiceIds.length === 0) return new Set();
  const found = await db
    .select({ voiceId: customVoices.voiceId })
    .from(customVoices)
    .where(inArray(customVoices.voiceId, [...voiceIds]));
  return new Set(found.map(({ voiceId }) => voiceId));
}

/**
 * Insert the row of a voice that will be made. Its voice id is an alias with the row's id. A
 * repeated request returns its earlier row, which is then retried.
 */
export function pendingVoice(
  db: Db,
  { userId, requestId }: { userId: string; requestId: string },
  { prompt, voiceName, gender, accent, age }: VoiceDesign,
): Promise<CustomVoiceRow> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(customVoices)
      .values({
        ...{ userId, requestId, gender, accent, age },
        ...{ name: voiceName, description: prompt, voiceId: pendingVoicePrefix },
      })
      .onConflictDoUpdate({
        target: [customVoices.userId, customVoices.requestId],
        set: { isActive: true, failure: null },
      })
      .returning();
    if (!row) throw new Error('INSERT INTO custom_voices returned no row');
    if (row.voiceId !== pendingVoicePrefix) return row;
    const voiceId = aliasOf(row.id);
    await tx.update(customVoices).set({ voiceId }).where(eq(customVoices.id, row.id));
    return { ...row, voiceId };
  });
}

/**
 * Return the alias of a designed voice. It is the voice's id until the voice is made, and stays
 * valid afterwards (decision OQ-96).
 */
export function aliasOf(rowId: number): string {
  return `${pendingVoicePrefix}${rowId}`;
}

/** Return the designed voice with this alias. Undefined: there is none. */
export async function voiceOfAlias(db: Db, alias: string): Promise<CustomVoiceRow | undefined> {
  const rowId = Number(alias.slice(pendingVoicePrefix.length));
  if (!Number.isInteger(rowId) || rowId < 1 || rowId > 2 ** 31 - 1 || aliasOf(rowId) !== alias)
    return undefined;
  const [row] = await db.select().from(customVoices).where(eq(customVoices.id, rowId));
  return row;
}

/** Mark a voice as made. Returns undefined if its designer was deleted. */
export async function setMade(
  db: Db,
  rowId: number,
  made: { voiceId: string; audioUrl: string | null },
): Promise<CustomVoiceRow | undefined> {
  const [row] = await db
    .update(customVoices)
    .set({ ...made, isActive: true, failure: null })
    .where(eq(customVoices.id, rowId))
    .returning();
  return row;
}

/** Mark a voice as failed, unless it was made already. */
export async function setFailed(db: Db, rowId: number, failure: string): Promise<void> {
  await db
    .update(customVoices)
    .set({ isActive: false, failure })
    .where(and(eq(customVoices.id, rowId), isPending));
}

/** Mark voices that have been pending for `ms` as failed. Returns their number. */
export async function failPendingFor(db: Db, ms: number, failure: string): Promise<number> {
  const failed = await db
    .update(customVoices)
    .set({ isActive: false, failure })
    .where(and(isPending, customVoices.isActive, lte(customVoices.createdAt, databaseTimeIn(-ms))))
    .returning({ id: customVoices.id });
  return failed.length;
}

/** Return the characters with a voice in projects that the user may edit, by project. */
export async function charactersWithVoice(
  db: Db,
  userId: string,
  voiceId: string,
): Promise<Map<number, number[]>> {
  const mayWrite = sql`(${projects.userId} = ${userId} or ${projectShares.role} = 'editor')`;
  const found = await db
    .select({ id: characters.id, projectId: characters.projectId })
    .from(characters)
    .innerJoin(projects, eq(projects.id, characters.projectId))
    .leftJoin(projectShares, isSharedWith(userId))
    .where(and(eq(characters.voiceId, voiceId), mayWrite))
    .orderBy(asc(characters.id));
  const byProject = Map.groupBy(found, ({ projectId }) => projectId);
  return new Map([...byProject].map(([projectId, rows]) => [projectId, rows.map(({ id }) => id)]));
}
