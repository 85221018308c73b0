/** Prices of credits and subscriptions (docs/spec/credits.md), for browser and server. */
export const creditsPerUsd = 50;

export const subscriptionPlan = {
  name: 'Cold Open, monthly',
  usd: 20,
  /** Credits granted with every paid month. */
  credits: 1000,
} as const;

/** Amounts for which credits can be bought, in US dollars. */
export const purchaseUsd = { min: 10, max: 500, step: 10, presets: [10, 20, 50, 100] } as const;

export const purchaseTexts = {
  outOfRange: `Amount must be between $${purchaseUsd.min} and $${purchaseUsd.max}.`,
  offStep: `Amounts must be in $${purchaseUsd.step} increments`,
} as const;

/** A balance below this is low. A balance of 0 is empty. */
export const lowBalanceBelow = 10;

/** Return the credits for an amount in cents. It is exact: half a credit per cent. */
export function creditsForCents(cents: number): number {
  return (cents * creditsPerUsd) / 100;
}

/** Return the error text for an amount that cannot be bought, otherwise null. */
export function purchaseProblem(usd: number): string | null {
  if (!Number.isFinite(usd) || usd < purchaseUsd.min || usd > purchaseUsd.max)
    return purchaseTexts.outOfRange;
  return usd % purchaseUsd.step === 0 ? null : purchaseTexts.offStep;
}

/**
 * Return the credits to reclaim for the refunded part of a payment, with two decimals. For the
 * whole amount it is all credits, and never more.
 */
export function refundedCredits(granted: number, paidCents: number, returnedCents: number): number {
  if (paidCents <= 0) return 0;
  const part = Math.min(1, Math.max(0, returnedCents / paidCents));
  return Math.round(granted * part * 100) / 100;
}

/** Format US dollars: "$20.00" (decision OQ-24). */
export function usdText(usd: number): string {
  return usd.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}
