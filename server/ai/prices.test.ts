import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { aiPricingHistory, aiServicePricing } from '#server/db/schema/billing.ts';
import { readEnv } from '#server/env.ts';
import { clear } from '#test/db.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { priceNow, seedPrices } from './prices.ts';

test.beforeEach(({ db }) => clear(db));

const prices = (db: Db) => db.select().from(aiServicePricing).orderBy(aiServicePricing.id);
const without = { openai: null };

test('seedPrices adds the decided price of every current model to a new database', async ({ db }) => {
  await seedPrices(db, without);
  const seeded = (await prices(db)).map(
    ({ service, model, pricingType, inputCostPer1k, outputCostPer1k, fixedCostPerRequest, isActive }) =>
      [service, model, pricingType, inputCostPer1k, outputCostPer1k, fixedCostPerRequest, isActive].join(' '),
  );
  expect(seeded).toEqual([
    'openai gpt-6.1-terra per_token 0.02 0.06 0 true',
    'openai gpt-6.1-sol per_token 0.02 0.06 0 true',
    'openai gpt-6-astra per_token 0.02 0.06 0 true',
    'openai gpt-6-sol per_token 0.02 0.06 0 true',
    'openai gpt-6-luna per_token 0.02 0.06 0 true',
    'openai gpt-image-2.6-flare per_request 0 0 0.4 true',
    'openai gpt-image-2.6-sunburst per_request 0 0 0.4 true',
    'elevenlabs eleven_v4 per_character 0.5 0 0 true',
    'elevenlabs eleven_v3 per_character 0.5 0 0 true',
    'elevenlabs eleven_multilingual_v2 per_character 0.5 0 0 true',
    'elevenlabs eleven_text_to_sound_v2 per_request 0 0 0.4 true',
    'elevenlabs eleven_ttv_v3 per_request 0 0 0.5 true',
    'google_veo veo-3.1-generate-001 per_request 0 0 3 false',
  ]);
  expect(await db.select().from(aiPricingHistory)).toEqual([]);
});

test('seedPrices keeps prices that administrators changed or switched off, also when run concurrently', async ({
  db,
}) => {
  await seedPrices(db, without);
  await db
    .update(aiServicePricing)
    .set({ inputCostPer1k: 9, isActive: false })
    .where(eq(aiServicePricing.model, 'gpt-6-luna'));
  const before = await prices(db);
  await Promise.all([seedPrices(db, without), seedPrices(db, without), seedPrices(db, without)]);
  expect(await prices(db)).toEqual(before);
});

test('seedPrices adds a price for a model named by the environment, free for a self-hosted one', async ({
  db,
}) => {
  await seedPrices(db, readEnv({ OPENAI_API_KEY: 'sk-1', OPENAI_CHAT_MODEL: 'gpt-7' }));
  await seedPrices(
    db,
    readEnv({
      OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1',
      OPENAI_CHAT_MODEL: 'llama',
      OPENAI_IMAGE_MODEL: 'brush',
    }),
  );
  expect(await priceNow(db, 'openai', 'gpt-7')).toMatchObject({ inputCostPer1k: 0.02 });
  for (const model of ['llama', 'brush'])
    expect(await priceNow(db, 'openai', model)).toMatchObject({ inputCostPer1k: 0, outputCostPer1k: 0 });
});

test('priceNow returns the price with the latest start', async ({ db }) => {
  const price = { service: 'openai', model: 'gpt-7', pricingType: 'per_token' } as const;
  await db.insert(aiServicePricing).values([
    { ...price, inputCostPer1k: 2, effectiveFrom: new Date('2026-02-01') },
    { ...price, inputCostPer1k: 1, effectiveFrom: new Date('2026-01-01') },
    { ...price, inputCostPer1k: 3, effectiveFrom: new Date('2026-03-01'), isActive: false },
  ]);
  expect(await priceNow(db, 'openai', 'gpt-7')).toMatchObject({ inputCostPer1k: 2 });
  expect(await priceNow(db, 'elevenlabs', 'gpt-7')).toBeNull();
});
