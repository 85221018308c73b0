import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { aiServicePricing } from '#server/db/schema/billing.ts';
import type { Env } from '#server/env.ts';
import { firstPrices, imagePrice, ownModelPrice, speechPrice, textPrice, videoPrice } from './catalog.ts';
import type { PriceRow } from './cost.ts';
import { googleVideo } from './google.ts';
import type { Service } from './models.ts';
import { settingsOf } from './openai/settings.ts';

/**
 * Return the price in effect now. Null: there is none, and the feature is unavailable (decision
 * OQ-49).
 */
export async function priceNow(db: Db, service: Service, model: string): Promise<PriceRow | null> {
  const now = sql`now()`;
  const [row] = await db
    .select()
    .from(aiServicePricing)
    .where(
      and(
        eq(aiServicePricing.service, service),
        eq(aiServicePricing.model, model),
        aiServicePricing.isActive,
        lte(aiServicePricing.effectiveFrom, now),
        or(isNull(aiServicePricing.effectiveUntil), gt(aiServicePricing.effectiveUntil, now)),
      ),
    )
    .orderBy(desc(aiServicePricing.effectiveFrom), desc(aiServicePricing.id))
    .limit(1);
  return row ?? null;
}

/**
 * Add a price for every model of the catalog and of the environment that never had one. Prices that
 * administrators changed or switched off are not touched.
 */
export async function seedPrices(db: Db, env: ModelEnv): Promise<void> {
  await db.transaction(async (tx) => {
    // Serialise nodes that start at the same time.
    await tx.execute(sql`lock table ${aiServicePricing} in share row exclusive mode`);
    const existing = await tx
      .select({ service: aiServicePricing.service, model: aiServicePricing.model })
      .from(aiServicePricing);
    const existingNames = new Set(existing.map(({ service, model }) => `${service} ${model}`));
    const missing = [
      ...firstPrices,
      ...pricesOfOpenAi(env),
      ...pricesOfSpeech(env),
      ...pricesOfVideo(env),
    ].filter(({ service, model }) => {
      const name = `${service} ${model}`;
      return !existingNames.has(name) && existingNames.add(name);
    });
    if (missing.length > 0) await tx.insert(aiServicePricing).values(missing);
  });
}

/** The parts of the environment that name models. */
type ModelEnv = Pick<Env, 'openai'> & Partial<Pick<Env, 'elevenlabs' | 'google' | 'googleCloud'>>;

function pricesOfSpeech({ elevenlabs }: ModelEnv) {
  return elevenlabs?.speechModel ? [speechPrice(elevenlabs.speechModel)] : [];
}

function pricesOfVideo({ google = null, googleCloud = null }: ModelEnv) {
  const film = googleVideo({ google, googleCloud });
  return film ? [videoPrice(film.model)] : [];
}

function pricesOfOpenAi({ openai }: ModelEnv) {
  if (!openai) return [];
  const { isOpenAi, chatModel, imageModel } = settingsOf(openai);
  return [
    isOpenAi ? textPrice(chatModel) : ownModelPrice(chatModel),
    ...(imageModel === null ? [] : [isOpenAi ? imagePrice(imageModel) : ownModelPrice(imageModel)]),
  ];
}
