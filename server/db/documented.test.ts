import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { aUser } from '#test/factories.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { rows } from './client.ts';
import { aiUsageLogs, conversationMessages, conversations } from './schema/ai.ts';
import {
  aiPricingHistory,
  aiServicePricing,
  creditTransactions,
  paymentTransactions,
} from './schema/billing.ts';
import { projects } from './schema/projects.ts';

/** Columns that the product documents name, by table, as they write them. */
const documented: Record<string, string> = {
  users:
    'id email firstName lastName profileImageUrl creditBalance stripeCustomerId stripeSubscriptionId subscriptionStatus subscriptionCurrentPeriodEnd createdAt updatedAt',
  sessions: 'sid sess expire',
  projects:
    'id userId name description logline synopsis conceptImageUrl conceptImagePrompt conceptImageAspectRatio sceneImagePromptTemplate characterAvatarPromptTemplate createdAt updatedAt',
  project_shares: 'projectId sharedWithUserId sharedWithEmail role status inviteToken invitedBy acceptedAt',
  project_invitations: 'projectId email role inviteToken invitedBy status expiresAt acceptedAt',
  beta_signups:
    'id email firstName lastName role experience previousWork currentProjects interests reason status inviteToken invitedAt createdAt',
  user_invitations: 'id email inviteToken invitedBy status createdAt expiresAt acceptedAt',
  user_activity_logs: 'id userId projectId action details ipAddress userAgent sessionDuration createdAt',
  system_metrics: 'metricType value unit metadata',
  ai_usage_logs:
    'id userId projectId service feature model inputTokens outputTokens totalTokens cost requestDuration success errorMessage metadata createdAt',
  ai_service_pricing:
    'id service model pricingType inputCostPer1k outputCostPer1k fixedCostPerRequest isActive effectiveFrom effectiveUntil',
  ai_pricing_history: 'pricingId action previousValues changedBy reason',
  credit_transactions:
    'id userId type amount creditsAfter description relatedAiUsageId aiService aiFeature costInUsd adminUserId reason stripePaymentIntentId metadata createdAt',
  payment_transactions:
    'id userId stripePaymentIntentId stripeCustomerId stripeSubscriptionId paymentType amount creditsGranted status description metadata processedAt createdAt',
  conversations: 'id projectId title updatedAt',
  conversation_messages: 'id conversationId role content timestamp context',
};

test.for(Object.entries(documented))(
  '%s has every column of the documents',
  async ([table, names], { db }) => {
    const found = await rows<{ name: string }>(
      db,
      sql`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table}`,
    );
    const columns = found.map(({ name }) =>
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    );
    expect(columns).toEqual(expect.arrayContaining(names.split(' ')));
  },
);

test('columns have the documented defaults', async ({ db }) => {
  const found = await rows<{ column: string; value: string }>(
    db,
    sql`select table_name || '.' || column_name as column, split_part(column_default, '::', 1) as value
      from information_schema.columns where table_schema = 'public'`,
  );
  const defaults = Object.fromEntries(found.map(({ column, value }) => [column, value]));
  expect(defaults).toMatchObject({
    'users.credit_balance': "'0'",
    'projects.concept_image_aspect_ratio': "'16:9'",
    'project_shares.role': "'viewer'",
    'project_shares.status': "'pending'",
    'project_invitations.role': "'viewer'",
    'project_invitations.status': "'pending'",
    'beta_signups.status': "'pending'",
    'user_invitations.status': "'pending'",
  });
});

test('tables have the documented unique constraints', async ({ db }) => {
  const found = await rows<{ column: string }>(
    db,
    sql`select c.relname || '.' || a.attname as column
      from pg_index i join pg_class c on c.oid = i.indrelid
        join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indisunique and i.indnkeyatts = 1 and i.indpred is null`,
  );
  expect(found.map(({ column }) => column)).toEqual(
    expect.arrayContaining([
      ...['users.email', 'users.stripe_customer_id', 'beta_signups.email', 'user_invitations.email'],
      'project_invitations.invite_token',
    ]),
  );
});

describe('ai_usage_logs', () => {
  test('is successful by default', async ({ db }) => {
    const [log] = await rows<{ success: boolean }>(
      db,
      sql`insert into ai_usage_logs (service, feature, model) values ('openai', 'chat', 'built-in') returning success`,
    );
    expect(log?.success).toBe(true);
    const use = { service: 'openai', feature: 'chat', model: 'built-in' };
    const [failed] = await db
      .insert(aiUsageLogs)
      .values({ ...use, success: false, errorMessage: 'It took too long.' })
      .returning();
    expect(failed).toMatchObject({ success: false, errorMessage: 'It took too long.' });
  });

  test('stores tokens, dollars, milliseconds and metadata', async ({ db }) => {
    const { id: userId } = await aUser(db);
    const whole = {
      ...{ userId, service: 'openai', feature: 'chat', model: 'gpt-6.1-terra' },
      ...{ inputTokens: 1000, outputTokens: 500, totalTokens: 1500, cost: 0.0501, requestDuration: 1234 },
      metadata: { task: 'chat' },
    };
    const [log] = await db.insert(aiUsageLogs).values(whole).returning();
    expect(log).toMatchObject({ ...whole, createdAt: expect.any(Date) });
  });
});

const price = { service: 'openai', model: 'gpt-7', pricingType: 'per_token' } as const;

describe('ai_service_pricing', () => {
  test('is active from now on by default, with four decimals of a dollar', async ({ db }) => {
    const [row] = await db
      .insert(aiServicePricing)
      .values({ ...price, inputCostPer1k: 0.0201, outputCostPer1k: 0.0602, fixedCostPerRequest: 0.0003 })
      .returning();
    expect(row).toMatchObject({
      ...{ ...price, inputCostPer1k: 0.0201, outputCostPer1k: 0.0602, fixedCostPerRequest: 0.0003 },
      ...{ isActive: true, effectiveFrom: expect.any(Date), effectiveUntil: null },
    });
  });

  test('has a history of changes with author and reason', async ({ db }) => {
    const [row] = await db.insert(aiServicePricing).values(price).returning();
    const { id: changedBy } = await aUser(db);
    const change = { pricingId: row?.id ?? 0, action: 'update', previousValues: { ...price }, changedBy };
    const [kept] = await db
      .insert(aiPricingHistory)
      .values({ ...change, reason: 'The provider asks less.' })
      .returning();
    expect(kept).toMatchObject({ ...change, reason: 'The provider asks less.' });
    await expect(
      db.execute(
        sql`insert into ai_pricing_history (pricing_id, action, previous_values) values (${row?.id}, 'update', '{}')`,
      ),
    ).rejects.toMatchObject({ cause: { code: '23502' } });
  });
});

test('a ledger entry is signed and has the balance after it, which cannot be negative', async ({ db }) => {
  const { id: userId } = await aUser(db, { credits: 10 });
  const line = { userId, type: 'usage', amount: -2.5, creditsAfter: 7.5 } as const;
  await db.execute(sql`update users set credit_balance = 7.5 where id = ${userId}`);
  const [row] = await db.insert(creditTransactions).values(line).returning();
  expect(row).toMatchObject({ ...line, adminUserId: null, stripePaymentIntentId: null });
  expect(await errorsInBooks(db)).toEqual([]);
  await expect(
    db.insert(creditTransactions).values({ ...line, amount: -10, creditsAfter: -2.5 }),
  ).rejects.toMatchObject({ cause: { code: '23514' } });
});

test('a payment intent is stored once', async ({ db }) => {
  const { id: userId } = await aUser(db);
  const payment = {
    userId,
    paymentType: 'credit_purchase',
    amount: 30,
    stripePaymentIntentId: 'pi_1',
  } as const;
  await db.insert(paymentTransactions).values(payment);
  await expect(db.insert(paymentTransactions).values(payment)).rejects.toMatchObject({
    cause: { code: '23505' },
  });
  const without = { ...payment, stripePaymentIntentId: null };
  await db.insert(paymentTransactions).values([without, without]);
});

test('a conversation message is from the user or the assistant', async ({ db }) => {
  const { id: userId } = await aUser(db);
  const [project] = await db.insert(projects).values({ userId, name: 'Night Ferry' }).returning();
  const [conversation] = await db
    .insert(conversations)
    .values({ userId, projectId: project?.id ?? 0, title: 'Numbers' })
    .returning();
  const say = (role: string) =>
    db.execute(
      sql`insert into conversation_messages (conversation_id, role, content) values (${conversation?.id}, ${role}, 'Why?')`,
    );
  await say('user');
  await say('assistant');
  await expect(say('system')).rejects.toMatchObject({ cause: { code: '23514' } });
  expect(await db.select().from(conversationMessages)).toMatchObject([
    { role: 'user', content: 'Why?', context: null, timestamp: expect.any(Date) },
    { role: 'assistant' },
  ]);
});
