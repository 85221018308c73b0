import { and, asc, eq, inArray, like, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { customVoices } from '#server/db/schema/ai.ts';
import { projectShares, projects } from '#server/db/schema/projects.ts';
import { characters } from '#server/db/schema/script.ts';
import { isSharedWith } from '#server/lib/membership.ts';
import { pendingVoicePrefix, type VoiceDesign } from '#shared/contract/voices.ts';

export type CustomVoiceRow = typeof customVoices.$inferSelect;

const isPending = like(customVoices.voiceId, `${pendingVoicePrefix}%`);

/** Those that somebody designed and that can be spoken with, or are still being made. */
export function activeVoicesOf(db: Db, userId: string): Promise<CustomVoiceRow[]> {
  return db
    .select()
    .from(customVoices)
    .where(and(eq(customVoices.userId, userId), customVoices.isActive))
    .orderBy(asc(customVoices.createdAt), asc(customVoices.id));
}

/** Return which of these voices were designed here, by any user. */
export async function designedAmong(db: Db, voiceIds: readonly string[]): Promise<Set<string>> {
  if (voiceIds.length === 0) return new Set();
  const found = await db
    .select({ voiceId: customVoices.voiceId })
    .from(customVoices)
    .where(inArray(customVoices.voiceId, [...voiceIds]));
  return new Set(found.map(({ voiceId }) => voiceId));
}

/**
 * Insert the row of a voice that will be made, named by its number until then. A repeated request
 * gets its earlier row, which may be tried again.
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
    if (!row) throw new Error('A voice was not stored');
    if (row.voiceId !== pendingVoicePrefix) return row;
    const voiceId = aliasOf(row.id);
    await tx.update(customVoices).set({ voiceId }).where(eq(customVoices.id, row.id));
    return { ...row, voiceId };
  });
}

/**
 * Return the id of row 12 until its voice is made; it stays an alias of that voice (decision
 * OQ-96).
 */
export function aliasOf(rowId: number): string {
  return `${pendingVoicePrefix}${rowId}`;
}

/** The row that such a name means; undefined: none. */
export async function voiceOfAlias(db: Db, alias: string): Promise<CustomVoiceRow | undefined> {
  const rowId = Number(alias.slice(pendingVoicePrefix.length));
  if (!Number.isInteger(rowId) || rowId < 1 || rowId > 2 ** 31 - 1 || aliasOf(rowId) !== alias)
    return undefined;
  const [row] = await db.select().from(customVoices).where(eq(customVoices.id, rowId));
  return row;
}

/** Mark the voice as made. Returns undefined if its designer was deleted. */
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

/** It could not be made. One that is made already stays. */
export async function setFailed(db: Db, rowId: number, failure: string): Promise<void> {
  await db
    .update(customVoices)
    .set({ isActive: false, failure })
    .where(and(eq(customVoices.id, rowId), isPending));
}

/** Ends those that nobody can be making any more; how many there were. */
export async function failPendingSince(db: Db, before: Date, failure: string): Promise<number> {
  const failed = await db
    .update(customVoices)
    .set({ isActive: false, failure })
    .where(and(isPending, customVoices.isActive, lt(customVoices.createdAt, before)))
    .returning({ id: customVoices.id });
  return failed.length;
}

/** Characters that speak with a voice, in projects that the person may write in; by project. */
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
