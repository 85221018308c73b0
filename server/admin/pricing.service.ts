import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { aiPricingHistory, aiServicePricing } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { conflict, invalid, notFound } from '#server/lib/errors.ts';
import type {
  AiPricingChange,
  PricingType,
  pricingActions,
  updateAiPricing,
} from '#shared/contract/dashboard.ts';
import type { HandlerInput } from '#shared/endpoint.ts';

type PriceRow = typeof aiServicePricing.$inferSelect;
type Patch = HandlerInput<typeof updateAiPricing>['body'];
type Action = (typeof pricingActions)[number];

/** Whether the price applies to calls that begin now. */
const isInEffect = sql`(${aiServicePricing.isActive} and coalesce(${aiServicePricing.effectiveUntil} > now(), true))`;

/** Select all prices, active ones first. */
export function allPrices(db: Db) {
  return db
    .select({
      ...ownFields,
      lastChangeId: sql<number | null>`(select max(h.id) from ai_pricing_history h
        where h.pricing_id = ai_service_pricing.id)`,
    })
    .from(aiServicePricing)
    .orderBy(desc(isInEffect), aiServicePricing.service, aiServicePricing.model, aiServicePricing.id);
}

const { id, service, model, pricingType, inputCostPer1k, outputCostPer1k } = aiServicePricing;
const { fixedCostPerRequest, isActive, effectiveFrom, effectiveUntil } = aiServicePricing;
const ownFields = {
  ...{ id, service, model, pricingType, inputCostPer1k, outputCostPer1k },
  ...{ fixedCostPerRequest, isActive, effectiveFrom, effectiveUntil },
};

/** Fields of each price type. */
const fieldsOf = {
  per_token: ['inputCostPer1k', 'outputCostPer1k'],
  per_character: ['inputCostPer1k'],
  per_request: ['fixedCostPerRequest'],
} as const satisfies Record<PricingType, readonly (keyof PriceRow)[]>;

/**
 * Change a price in place and store its previous values in the history, in one transaction
 * (decision OQ-49). The row is locked, so that a second administrator sees the first one's change.
 * Running calls keep their price. Throws notFound, invalid, or conflict when somebody else changed
 * the price in the meantime.
 */
export async function changePrice(tx: Db, pricingId: number, changedBy: string, patch: Patch) {
  const [before] = await tx
    .select()
    .from(aiServicePricing)
    .where(eq(aiServicePricing.id, pricingId))
    .for('update');
  if (!before) throw notFound('Price');
  const latest = await latestChange(tx, pricingId);
  if (patch.lastChangeId !== undefined && patch.lastChangeId !== (latest?.id ?? null))
    throw conflict(priceConflictText(before, latest));
  const { action, fields } = changeOf(before, patch);
  const { effectiveUntil: until } = fields;
  if (until instanceof Date && action !== 'deactivate' && until.getTime() <= Date.now())
    throw invalid('The end must lie in the future. To end the price now, deactivate it.');
  const [row] = await tx
    .update(aiServicePricing)
    .set({ ...fields, ...(action === 'deactivate' && { effectiveUntil: sql`now()` }) })
    .where(eq(aiServicePricing.id, pricingId))
    .returning(ownFields);
  const [change] = await tx
    .insert(aiPricingHistory)
    .values({ pricingId, action, previousValues: before, changedBy, reason: patch.reason })
    .returning({ id: aiPricingHistory.id });
  if (!row) throw notFound('Price');
  return { price: { ...row, lastChangeId: change?.id ?? null }, action };
}

function changeOf(before: PriceRow, patch: Patch): { action: Action; fields: Partial<PriceRow> } {
  const prices = Object.fromEntries(
    fieldsOf[before.pricingType].flatMap((field) =>
      patch[field] === undefined ? [] : [[field, patch[field]]],
    ),
  ) as Partial<PriceRow>;
  const newEnd = patch.effectiveUntil === undefined ? {} : { effectiveUntil: patch.effectiveUntil };
  if (patch.isActive === false && before.isActive)
    return { action: 'deactivate', fields: { ...prices, isActive: false } };
  // A price whose end has passed is inactive.
  const isOver = before.effectiveUntil !== null && before.effectiveUntil.getTime() <= Date.now();
  if (patch.isActive === true && (!before.isActive || isOver))
    return { action: 'reactivate', fields: { ...prices, isActive: true, effectiveUntil: null } };
  const fields = { ...prices, ...newEnd };
  // For example, only a field that this price type does not have.
  if (Object.keys(fields).length === 0) throw invalid('Nothing to change');
  return { action: 'update', fields };
}

interface LatestChange {
  id: number;
  action: string;
  email: string | null;
}

async function latestChange(tx: Db, pricingId: number): Promise<LatestChange | undefined> {
  const [change] = await tx
    .select({ id: aiPricingHistory.id, action: aiPricingHistory.action, email: users.email })
    .from(aiPricingHistory)
    .leftJoin(users, eq(users.id, aiPricingHistory.changedBy))
    .where(eq(aiPricingHistory.pricingId, pricingId))
    .orderBy(desc(aiPricingHistory.id))
    .limit(1);
  return change;
}

const actionWords: Record<string, string> = {
  update: 'changed',
  deactivate: 'deactivated',
  reactivate: 'activated',
};

/** Return the message "ada@example.com has deactivated the price of … in the meantime. …". */
function priceConflictText({ model: name }: PriceRow, latest: LatestChange | undefined): string {
  const who = latest?.email ?? 'Another administrator';
  const did = actionWords[latest?.action ?? ''] ?? 'changed';
  return `${who} has ${did} the price of ${name} in the meantime. Nothing was saved. Check the current price, then change it.`;
}

interface Changes {
  /** Null: changes of all prices. */
  pricingId: number | null;
  limit: number;
  before?: number | undefined;
}

/**
 * Select price changes, newest first, with the resulting values: those before the next change, or
 * the current ones.
 */
export async function priceChanges(db: Db, { pricingId, limit, before }: Changes) {
  const next = sql<Record<string, unknown> | null>`(select n.previous_values from ${aiPricingHistory} n
    where n.pricing_id = ${aiPricingHistory.pricingId} and n.id > ${aiPricingHistory.id} order by n.id limit 1)`;
  const records = await db
    .select({ change: aiPricingHistory, price: ownFields, email: users.email, next })
    .from(aiPricingHistory)
    .innerJoin(aiServicePricing, eq(aiServicePricing.id, aiPricingHistory.pricingId))
    .leftJoin(users, eq(users.id, aiPricingHistory.changedBy))
    .where(
      and(
        pricingId === null ? undefined : eq(aiPricingHistory.pricingId, pricingId),
        before === undefined ? undefined : lt(aiPricingHistory.id, before),
      ),
    )
    .orderBy(desc(aiPricingHistory.id))
    .limit(limit);
  return records.map(({ change, price, email, next: became }) => ({
    ...change,
    ...{ service: price.service, model: price.model, changedByEmail: email },
    previousValues: valuesOf(change.previousValues),
    newValues: valuesOf(became ?? price),
  }));
}

type Values = AiPricingChange['newValues'];

/** Read the values from a row or from its JSON copy. */
function valuesOf(row: Record<string, unknown>): Values {
  const until = row.effectiveUntil;
  return {
    inputCostPer1k: Number(row.inputCostPer1k),
    outputCostPer1k: Number(row.outputCostPer1k),
    fixedCostPerRequest: Number(row.fixedCostPerRequest),
    isActive: row.isActive === true,
    effectiveUntil: until instanceof Date ? until.toISOString() : typeof until === 'string' ? until : null,
  };
}

/** Throw notFound unless the price exists. Its history may be empty. */
export async function requirePrice(db: Db, pricingId: number): Promise<void> {
  const records = await db
    .select({ id: aiServicePricing.id })
    .from(aiServicePricing)
    .where(eq(aiServicePricing.id, pricingId));
  if (records.length === 0) throw notFound('Price');
}
