import type { AiPrice, getAiState } from '#shared/contract/ai.ts';
import type { CallReply } from '#shared/endpoint.ts';

export type AiState = CallReply<typeof getAiState>;

/** One thing that AI does: who does it, and at which price. */
export interface Priced {
  engine: Pick<AiState['engine'], 'isBuiltIn'>;
  price: AiPrice;
}

/** Credits go in steps of 0.01; a price is never shown lower than it is. */
function creditsText(credits: number, round: (hundredths: number) => number): string {
  // 0.1 + 0.2 is a little more than 0.3, which is not a step.
  const hundredths = round(Number((credits * 100).toFixed(6)));
  const text = (hundredths / 100).toLocaleString('en-US', { maximumFractionDigits: 2 });
  return `${text} ${hundredths === 100 ? 'credit' : 'credits'}`;
}

/** What the next call costs, in words; null where it is not available. */
export function priceText({ engine, price }: Priced): string | null {
  if (price === null) return null;
  if (engine.isBuiltIn) return 'Built-in, no credits';
  return 'exact' in price
    ? creditsText(price.exact, Math.ceil)
    : `Up to ${creditsText(price.upTo, Math.ceil)}`;
}

/** What the caller has. */
export function balanceText({ creditBalance }: Pick<AiState, 'creditBalance'>): string {
  return `${creditsText(creditBalance, Math.floor)} left`;
}

/** The balance may not be enough for the next call. */
export function isLow({ engine, price, creditBalance }: Priced & Pick<AiState, 'creditBalance'>): boolean {
  if (price === null || engine.isBuiltIn) return false;
  return creditBalance < ('exact' in price ? price.exact : price.upTo);
}
