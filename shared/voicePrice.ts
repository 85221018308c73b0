/**
 * What speech costs: each time the same number of credits, or US dollars by the length of the text, as the price list has
 * it. Null: there is no price, and it is unavailable.
 */
export type SpeechPrice = { exact: number } | { usdPer1000Characters: number } | null;

/**
 * What speaking so many characters costs in credits, as the server charges it: rounded up to hundredths, and at least
 * 0.01 (decision OQ-42). Null where there is no price.
 */
export function speechCredits(price: SpeechPrice, characters: number): number | null {
  if (price === null) return null;
  if ('exact' in price) return price.exact;
  // Prices have four decimals, so these are whole numbers, and a division that comes out even is exact.
  const tenthousandthsUsd = Math.round(price.usdPer1000Characters * 10_000);
  return Math.max(1, Math.ceil((characters * tenthousandthsUsd) / 2000)) / 100;
}
