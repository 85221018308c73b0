import { errorTexts } from '#shared/errors.ts';
import { type AiState, balanceText, isLow, limitNotice, type Priced, priceText } from './price.ts';

/** What a control that calls a model says before it is pressed (decision OQ-41). */
export type Offer =
  | { is: 'coming' }
  /** The price could not be asked for. */
  | { is: 'unknown' }
  /** There is nothing to press, and why. */
  | { is: 'closed'; why: string }
  /** `low`: the credits that are left, where they may not be enough. `notice`: most of a limit is spent. */
  | { is: 'open'; price: string; low: string | null; notice?: string };

/** `ai` as the query of it stands; `pricedOf` picks what is offered. */
export function offerOf(
  { data: ai, isError }: { data: AiState | undefined; isError: boolean },
  pricedOf: (ai: AiState) => Priced,
): Offer {
  if (!ai) return { is: isError ? 'unknown' : 'coming' };
  const priced = pricedOf(ai);
  const price = priceText(priced);
  const notice = priced.engine.isBuiltIn ? null : limitNotice(ai);
  if (ai.access === 'off') {
    return { is: 'closed', why: `${errorTexts.aiOff} The owner can switch it on in Project Settings.` };
  }
  if (price === null) return { is: 'closed', why: errorTexts.aiUnavailable };
  return {
    is: 'open',
    price,
    low: isLow({ ...priced, creditBalance: ai.creditBalance }) ? balanceText(ai) : null,
    ...(notice !== null && { notice }),
  };
}
