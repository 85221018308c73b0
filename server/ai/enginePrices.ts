import type { Db } from '#server/db/client.ts';
import type { SpeechPrice } from '#shared/voicePrice.ts';
import { costOf, isFree, type Price, type PriceRow, type ShownPrice } from './cost.ts';
import type { Engine } from './models.ts';
import { priceNow } from './prices.ts';
import { noSize, type QuestionSize } from './size.ts';

const free: Price = {
  pricingType: 'per_request',
  inputCostPer1k: 0,
  outputCostPer1k: 0,
  fixedCostPerRequest: 0,
};

/** Look up current prices of engines. Built-in engines are free. */
export function enginePrices(db: Db) {
  async function priceRowOf({ service, model, isBuiltIn }: Engine): Promise<PriceRow | typeof free | null> {
    return isBuiltIn ? free : priceNow(db, service, model);
  }

  return {
    priceRowOf,
    /** Return the price shown before a call of `size`. Null: no price exists. */
    async shownPriceOf(engine: Engine, size: QuestionSize): Promise<ShownPrice | null> {
      const price = await priceRowOf(engine);
      if (!price) return null;
      const max = maxCostOf(price, size);
      return price.pricingType === 'per_token' && max > 0 ? { upTo: max } : { exact: max };
    },
    /** Return the price of speech, independent of the text's length. */
    async speechPriceOf(engine: Engine): Promise<SpeechPrice> {
      const price = await priceRowOf(engine);
      if (price?.pricingType !== 'per_character' || isFree(price))
        return price && { exact: maxCostOf(price, noSize) };
      return { usdPer1000Characters: price.inputCostPer1k };
    },
  };
}

/** Return the maximum cost in credits of a call of the given size. */
export function maxCostOf(
  price: Price,
  { maxInputTokens, maxOutputTokens, characters }: QuestionSize,
): number {
  return costOf(price, { inputTokens: maxInputTokens, outputTokens: maxOutputTokens, characters }).credits;
}

/**
 * Copy the price for the usage log. Price rows are updated in place, so the log keeps the price
 * that was charged.
 */
export function priceForLog({
  id,
  pricingType,
  inputCostPer1k,
  outputCostPer1k,
  fixedCostPerRequest,
}: PriceRow): object {
  return { id, pricingType, inputCostPer1k, outputCostPer1k, fixedCostPerRequest };
}
