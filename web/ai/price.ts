import type { AiPrice, getAiState } from '#shared/contract/ai.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { isNearLimit } from '#shared/spending.ts';

export type AiState = CallReply<typeof getAiState>;

/** An AI feature with its engine and its price. */
export interface Priced {
  engine: Pick<AiState['engine'], 'isBuiltIn'>;
  price: AiPrice;
}

/** Format credits in steps of 0.01; `round` chooses the direction. */
function creditsText(credits: number, round: (hundredths: number) => number): string {
  // Remove the floating-point error first: 0.1 + 0.2 is slightly more than 0.3.
  const hundredths = round(Number((credits * 100).toFixed(6)));
  const text = (hundredths / 100).toLocaleString('en-US', { maximumFractionDigits: 2 });
  return `${text} ${hundredths === 100 ? 'credit' : 'credits'}`;
}

/** Return the price of the next call in words; null where it is unavailable. */
export function priceText({ engine, price }: Priced): string | null {
  if (price === null) return null;
  if (engine.isBuiltIn) return 'Built-in, no credits';
  return 'exact' in price
    ? creditsText(price.exact, Math.ceil)
    : `Up to ${creditsText(price.upTo, Math.ceil)}`;
}

/** Return the cost of a call in words. */
export function paidText(credits: number): string {
  return credits === 0 ? 'Cost no credits' : `Cost ${creditsText(credits, Math.ceil)}`;
}

/** Return the price of several calls in words; null where they are unavailable. */
export function priceOfMany({ engine, price }: Priced, count: number): string | null {
  if (price === null) return null;
  const many = 'exact' in price ? { exact: price.exact * count } : { upTo: price.upTo * count };
  return priceText({ engine, price: many });
}

/** Return the user's balance in words. */
export function balanceText({ creditBalance }: Pick<AiState, 'creditBalance'>): string {
  return `${creditsText(creditBalance, Math.floor)} left`;
}

/** Return a notice that most of a monthly limit is spent; null without one. */
export function limitNotice({ limits }: Pick<AiState, 'limits'>): string | null {
  const near = limits.find(isNearLimit);
  if (!near) return null;
  const share = near.limit === 0 ? 100 : Math.floor((near.spent / near.limit) * 100);
  const whose = near.of === 'user' ? 'your monthly limit' : "this project's monthly limit";
  return share >= 100 ? `All of ${whose} is spent.` : `${share} % of ${whose} is spent.`;
}

/** Return whether the balance may be too low for the next call. */
export function isLow({ engine, price, creditBalance }: Priced & Pick<AiState, 'creditBalance'>): boolean {
  if (price === null || engine.isBuiltIn) return false;
  return creditBalance < ('exact' in price ? price.exact : price.upTo);
}
