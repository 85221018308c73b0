import type { aiServicePricing } from '#server/db/schema/billing.ts';

export type PriceRow = typeof aiServicePricing.$inferSelect;
export type Price = Pick<
  PriceRow,
  'pricingType' | 'inputCostPer1k' | 'outputCostPer1k' | 'fixedCostPerRequest'
>;

/** Actual or maximum use of one call. All counts are non-negative integers. */
export interface Amounts {
  inputTokens: number;
  outputTokens: number;
  /** Characters of spoken text. */
  characters: number;
}

/**
 * Cost of a call: retail US dollars with four decimals and credits with two. Both are rounded up.
 */
export interface Cost {
  usd: number;
  credits: number;
}

/**
 * Ten-millionths of a dollar: the cost of one token at the lowest price, $0.0001 per 1,000 tokens.
 */
type Tiny = bigint;
const tinyPerUsd4: Tiny = 1_000n;
/** 1 credit is 2 US cents, so a hundredth of a credit is 0.0002 dollars. */
const tinyPerCentiCredit: Tiny = 2_000n;

/**
 * Return price × use, computed exactly and then rounded up. The minimum is 0.01 credits, or 0 when
 * the price is 0 (decision OQ-42).
 */
export function costOf(price: Price, amounts: Amounts): Cost {
  const tiny = tinyCost(price, amounts);
  const minimum = isFree(price) ? 0n : tinyPerCentiCredit;
  const owed = tiny > minimum ? tiny : minimum;
  return {
    usd: Number(roundUp(owed, tinyPerUsd4)) / 10_000,
    credits: Number(roundUp(owed, tinyPerCentiCredit)) / 100,
  };
}

/**
 * Return the value of `credits` in dollars. Used for a charge that is limited by its reservation.
 */
export function usdOf(credits: number): number {
  return (Math.round(credits * 100) * 2) / 10_000;
}

export function isFree({
  pricingType,
  inputCostPer1k,
  outputCostPer1k,
  fixedCostPerRequest,
}: Price): boolean {
  if (pricingType === 'per_request') return fixedCostPerRequest === 0;
  return inputCostPer1k === 0 && (pricingType === 'per_character' || outputCostPer1k === 0);
}

function tinyCost(price: Price, amounts: Amounts): Tiny {
  if (price.pricingType === 'per_request') return usd4(price.fixedCostPerRequest) * tinyPerUsd4;
  if (price.pricingType === 'per_character') return BigInt(amounts.characters) * usd4(price.inputCostPer1k);
  return (
    BigInt(amounts.inputTokens) * usd4(price.inputCostPer1k) +
    BigInt(amounts.outputTokens) * usd4(price.outputCostPer1k)
  );
}

/** Prices have four decimals, so they are whole ten-thousandths. */
const usd4 = (usd: number) => BigInt(Math.round(usd * 10_000));

const roundUp = (amount: bigint, unit: bigint) => (amount + unit - 1n) / unit;

/** A price in credits: exact, or the maximum cost of the call. */
export type ShownPrice = { exact: number } | { upTo: number };
