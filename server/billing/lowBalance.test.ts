import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect } from 'vitest';
import type { Ai } from '#server/ai/calls.ts';
import { metered } from '#server/ai/metered.ts';
import { seedPrices } from '#server/ai/prices.ts';
import type { Db } from '#server/db/client.ts';
import { outbox, users } from '#server/db/schema/people.ts';
import { scriptedModels } from '#test/models.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { aWorld, type World } from '#test/world.ts';
import { sendLowBalanceMail } from './lowBalance.service.ts';

const question = { task: 'chat', system: '', messages: [], maxOutputTokens: 2000 };

/** Make a call of 2.5 credits by Olive. */
async function ask(ai: Ai, { olive, project }: World, requestId: string): Promise<void> {
  const call = { userId: olive.id, projectId: project.id, requestId };
  await ai.reply('chat', question, { ...call, keep: (_tx, { value }) => value });
}

const subjects = async (db: Db) => (await db.select().from(outbox)).map(({ subject }) => subject);

describe('sendLowBalanceMail', () => {
  test('sends one mail when a call takes the balance below 10 credits, and none for later calls', async ({
    db,
  }) => {
    const world = await aWorld(db);
    await seedPrices(db, { openai: null });
    const onLow = sendLowBalanceMail('https://write.example.com');
    const ai = metered({ db, models: scriptedModels(), log: pino({ level: 'silent' }), onLow });
    await db.update(users).set({ creditBalance: 12.5 }).where(eq(users.id, world.olive.id));
    await ask(ai, world, 'to-10');
    expect(await subjects(db)).toEqual([]);
    await ask(ai, world, 'below-10');
    expect(await subjects(db)).toEqual(['Your credit balance is low']);
    await ask(ai, world, 'further-down');
    expect(await subjects(db)).toEqual(['Your credit balance is low']);
  });
});
