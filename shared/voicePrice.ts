/**
 * Price of speech: a fixed number of credits, or US dollars by length, from the price list. Null:
 * unavailable.
 */
export type SpeechPrice = { exact: number } | { usdPer1000Characters: number } | null;

/**
 * Return the price in credits of speaking this number of characters, as the server charges it:
 * rounded up to hundredths, and at least 0.01 (decision OQ-42). Null: there is no price.
 */
export function speechCredits(price: SpeechPrice, characters: number): number | null {
  if (price === null) return null;
  if ('exact' in price) return price.exact;
  // Prices have four decimals, so both are integers, and a division without remainder is exact.
  const tenthousandthsUsd = Math.round(price.usdPer1000Characters * 10_000);
  return Math.max(1, Math.ceil((characters * tenthousandthsUsd) / 2000)) / 100;
}
