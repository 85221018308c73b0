import { errorTexts } from '#shared/errors.ts';
import { type AiState, balanceText, isLow, limitNotice, type Priced, priceText } from './price.ts';

/** State of a control that calls a model (decision OQ-41). */
export type PricedAction =
  | { status: 'coming' }
  /** The price could not be loaded. */
  | { status: 'unknown' }
  /** The action is unavailable, with the reason. */
  | { status: 'closed'; why: string }
  /** `low`: remaining credits that may be insufficient. `notice`: most of a limit is spent. */
  | { status: 'open'; price: string; low: string | null; notice?: string };

/** Return the state of a control. `ai`: the AI state query; `pricedOf` selects the feature. */
export function pricedActionOf(
  { data: ai, isError }: { data: AiState | undefined; isError: boolean },
  pricedOf: (ai: AiState) => Priced,
): PricedAction {
  if (!ai) return { status: isError ? 'unknown' : 'coming' };
  const priced = pricedOf(ai);
  const price = priceText(priced);
  const notice = priced.engine.isBuiltIn ? null : limitNotice(ai);
  if (ai.access === 'off') {
    return { status: 'closed', why: `${errorTexts.aiOff} The owner can switch it on in Project Settings.` };
  }
  if (price === null) return { status: 'closed', why: errorTexts.aiUnavailable };
  return {
    status: 'open',
    price,
    low: isLow({ ...priced, creditBalance: ai.creditBalance }) ? balanceText(ai) : null,
    ...(notice !== null && { notice }),
  };
}
