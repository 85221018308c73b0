/** Prices of credits and subscriptions (docs/spec/credits.md), used by browser and server. */
export const creditsPerUsd = 50;

export const subscriptionPlan = {
  name: 'Cold Open, monthly',
  usd: 20,
  /** With every paid month. */
  credits: 1000,
} as const;

/** Amounts that credits are bought for, in US dollars. */
export const purchaseUsd = { min: 10, max: 500, step: 10, presets: [10, 20, 50, 100] } as const;

export const purchaseTexts = {
  outOfRange: `Amount must be between $${purchaseUsd.min} and $${purchaseUsd.max}.`,
  offStep: `Amounts must be in $${purchaseUsd.step} increments`,
} as const;

/** Below this a balance is low, at 0 it is empty. */
export const lowBalanceBelow = 10;

/** Credits for an amount paid in cents. Exact: 0.5 a cent. */
export function creditsForCents(cents: number): number {
  return (cents * creditsPerUsd) / 100;
}

/** Null for an amount that can be bought; otherwise what is wrong with it. */
export function purchaseProblem(usd: number): string | null {
  if (!Number.isFinite(usd) || usd < purchaseUsd.min || usd > purchaseUsd.max)
    return purchaseTexts.outOfRange;
  return usd % purchaseUsd.step === 0 ? null : purchaseTexts.offStep;
}

/**
 * Return the credits to reclaim for a refunded part of a payment, with two decimals; all for the
 * whole amount, and never more.
 */
export function refundedCredits(granted: number, paidCents: number, returnedCents: number): number {
  if (paidCents <= 0) return 0;
  const part = Math.min(1, Math.max(0, returnedCents / paidCents));
  return Math.round(granted * part * 100) / 100;
}

/** "$20.00" (decision OQ-24). */
export function usdText(usd: number): string {
  return usd.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}
