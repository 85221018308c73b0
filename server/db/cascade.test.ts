import { eq, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { expect } from 'vitest';
import { clear } from '#test/db.ts';
import { anIssue } from '#test/issues.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { type Db, rows } from './client.ts';
import { userActivityLogs } from './schema/activity.ts';
import {
  aiDisclosures,
  aiRequests,
  aiUsageLogs,
  conversationMessages,
  conversations,
  sceneSummaries,
  videoJobs,
} from './schema/ai.ts';
import { creditTransactions } from './schema/billing.ts';
import { scriptHistory, scriptMoves, scriptVersions } from './schema/history.ts';
import { users } from './schema/people.ts';
import { acts, outlines, planDeletions, sequences, storyBeats } from './schema/planning.ts';
import {
  files,
  projectChanges,
  projectInvitations,
  projectShares,
  projects,
  readingLinks,
} from './schema/projects.ts';
import {
  characters,
  comments,
  dictionaryWords,
  scenes,
  scriptElements,
  scriptPlaces,
  scriptRequests,
} from './schema/script.ts';
import { spendingLimits, spendingMonths } from './schema/spending.ts';
import { tensionPoints } from './schema/tension.ts';

test.beforeEach(({ db }) => clear(db));

/** Inserts one row and gives its id (0 where the table has another key). */
async function one(db: Db, table: PgTable, values: Record<string, unknown>): Promise<number> {
  const [row] = await db.insert(table).values(values).returning();
  return Number((row as { id?: unknown } | undefined)?.id ?? 0);
}

/** Night Ferry with one row in every table that belongs to a project. */
async function nightFerry(db: Db) {
  const [olive] = await db.insert(users).values({ email: 'olive@nightferry.test' }).returning();
  const userId = olive?.id ?? '';
  const projectId = await one(db, projects, { userId, name: 'Night Ferry' });
  const soon = new Date(Date.now() + 86_400_000);
  await one(db, projectShares, { projectId, sharedWithEmail: 'eddie@nightferry.test', invitedBy: userId });
  await one(db, projectInvitations, {
    projectId,
    email: 'eddie@nightferry.test',
    inviteToken: 't',
    expiresAt: soon,
  });
  await one(db, readingLinks, { projectId, token: 't', expiresAt: soon });
  await one(db, projectChanges, { projectId, rev: 1, entity: 'scenes', ids: [1] });
  await one(db, files, { projectId, name: 'a.png', contentType: 'image/png', sizeBytes: 1 });
  const actId = await one(db, acts, { projectId, number: 1, title: 'Setup', orderIndex: 0 });
  const sequenceId = await one(db, sequences, { projectId, name: 'Boarding', orderIndex: 0 });
  const beatId = await one(db, storyBeats, {
    projectId,
    actId,
    sequenceId,
    title: 'She boards',
    orderIndex: 0,
  });
  const sceneId = await one(db, scenes, {
    projectId,
    sequenceId,
    sceneNumber: 1,
    heading: 'EXT. DECK - NIGHT',
  });
  const element = { projectId, sceneId, elementType: 'action', content: 'MARA waits.', orderIndex: 10 };
  const elementId = await one(db, scriptElements, element);
  await one(db, tensionPoints, {
    projectId,
    storyBeatId: beatId,
    sceneId,
    scriptElementId: elementId,
    tensionLevel: 1,
    position: 0,
  });
  await one(db, planDeletions, { projectId, kind: 'act', rowId: 7, title: 'Landfall', content: {} });
  await one(db, outlines, { projectId, title: 'Opening', orderIndex: 0 });
  await one(db, characters, { projectId, name: 'MARA' });
  const comment = { projectId, userId, scriptElementId: elementId, content: 'Colder?' };
  const commentId = await one(db, comments, comment);
  await one(db, comments, { ...comment, content: 'Yes.', parentCommentId: commentId });
  await one(db, scriptHistory, { projectId, elementId, action: 'create', userId });
  await one(db, scriptMoves, { projectId, elementId, historyId: 1 });
  await one(db, scriptVersions, { projectId, name: 'First draft', historyId: 1, moveId: 1, userId });
  await anIssue(db, { projectId, userId });
  await one(db, scriptRequests, { projectId, key: 'k', reply: {} });
  const place = { userId, projectId, elementId, offset: 4 };
  await one(db, scriptPlaces, { ...place, seenHistoryId: 1, previousHistoryId: 1 });
  await one(db, dictionaryWords, { projectId, word: 'Linnea' });
  const conversationId = await one(db, conversations, { projectId, userId, title: 'Pacing' });
  await one(db, conversationMessages, { conversationId, role: 'user', content: 'Faster?' });
  const usage = { userId, projectId, service: 'openai', feature: 'chat', model: 'built-in' };
  const usageId = await one(db, aiUsageLogs, usage);
  await one(db, aiRequests, { ...usage, usageId, requestId: 'r', task: 'chat', expiresAt: soon });
  const price = { pricingType: 'per_request', inputCostPer1k: 0, outputCostPer1k: 0, fixedCostPerRequest: 3 };
  await one(db, videoJobs, { userId, projectId, sceneId, driver: 'd', model: 'm', prompt: 'A deck', price });
  const sent = { service: 'openai', model: 'gpt-6.1-terra', destination: 'models.example.com' };
  await one(db, aiDisclosures, { userId, projectId, ...sent, task: 'chat', text: 'Faster?' });
  await one(db, spendingLimits, { projectId, credits: 10 });
  await one(db, spendingMonths, { projectId, month: '2026-01-01' });
  await one(db, sceneSummaries, { projectId, sceneId, contentHash: 'h', summary: 'MARA waits.', model: 'm' });
  await one(db, userActivityLogs, { userId, projectId, action: 'project.create' });
  await one(db, creditTransactions, {
    userId,
    type: 'usage',
    amount: -1,
    creditsAfter: 0,
    relatedAiUsageId: usageId,
  });
  return { userId, projectId, actId, sequenceId, beatId, sceneId, elementId, commentId };
}

test('deleting a project deletes its content; logs, ledger and files lose only the reference', async ({
  db,
}) => {
  const { projectId } = await nightFerry(db);
  const ofProject = await rows<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'project_id' order by 1`,
  );
  const kept = ['ai_requests', 'ai_usage_logs', 'film_jobs', 'files', 'user_activity_logs'];
  const count = async (name: string) =>
    (await rows<{ n: number }>(db, sql`select count(*) as n from ${sql.identifier(name)}`))[0]?.n;

  for (const { name } of ofProject) expect(await count(name), name).toBeGreaterThan(0);
  await db.delete(projects).where(eq(projects.id, projectId));
  for (const { name } of ofProject) {
    expect(await count(name), name).toBe(kept.includes(name) ? 1 : 0);
    const left = await rows(db, sql`select 1 from ${sql.identifier(name)} where project_id is not null`);
    expect(left, name).toEqual([]);
  }
  expect(await db.$count(conversationMessages)).toBe(0);
  expect(await db.$count(creditTransactions)).toBe(1);
});

test('deleting a scene deletes its elements and its summary, and keeps their comments, history and the plan', async ({
  db,
}) => {
  const { sceneId } = await nightFerry(db);
  await db.delete(scenes).where(eq(scenes.id, sceneId));
  expect(await db.$count(scriptElements)).toBe(0);
  expect(await db.$count(sceneSummaries)).toBe(0);
  expect(await db.select().from(comments)).toMatchObject([
    { scriptElementId: null },
    { scriptElementId: null },
  ]);
  expect(await db.$count(scriptHistory)).toBe(1);
  expect(await db.select().from(tensionPoints)).toMatchObject([{ sceneId: null, scriptElementId: null }]);
});

test('deleting a sequence makes its beats loose and removes it from its scenes', async ({ db }) => {
  const { sequenceId, beatId } = await nightFerry(db);
  await db.delete(sequences).where(eq(sequences.id, sequenceId));
  expect(await db.select().from(storyBeats)).toMatchObject([{ id: beatId, sequenceId: null }]);
  expect(await db.select().from(scenes)).toMatchObject([{ sequenceId: null }]);
});

test('deleting an act deletes its beats, and removes them from tension points', async ({ db }) => {
  const { actId } = await nightFerry(db);
  await db.delete(acts).where(eq(acts.id, actId));
  expect(await db.$count(storyBeats)).toBe(0);
  expect(await db.select().from(tensionPoints)).toMatchObject([{ storyBeatId: null }]);
});

test('deleting a comment deletes its replies', async ({ db }) => {
  const { commentId } = await nightFerry(db);
  await db.delete(comments).where(eq(comments.id, commentId));
  expect(await db.$count(comments)).toBe(0);
});

test('a user with ledger entries cannot be deleted', async ({ db }) => {
  const { userId } = await nightFerry(db);
  await expect(db.delete(users).where(eq(users.id, userId))).rejects.toMatchObject({
    cause: { code: expect.stringMatching(/^(23001|23503)$/) }, // from Postgres 18 on, and before
  });
});

test('clear empties every table and restarts the ids', async ({ db }) => {
  const before = await nightFerry(db);
  await clear(db);
  expect(await db.$count(users)).toBe(0);
  expect((await nightFerry(db)).projectId).toBe(before.projectId);
});
