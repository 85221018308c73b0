import type { AiState } from '#web/ai/price.ts';
import { type PricedAction, pricedActionOf } from '#web/ai/pricedAction.ts';

/**
 * The label of a scene's video action with its price; or the animatic as the alternative, with the
 * reason.
 */
export type VideoOffer = PricedAction | { status: 'animatic'; why: string };

export function videoOfferOf(asked: { data: AiState | undefined; isError: boolean }): VideoOffer {
  const { data } = asked;
  if (data?.film === null) return { status: 'animatic', why: 'Video generation is not configured.' };
  return pricedActionOf(asked, ({ film, engine }) => film ?? { engine, price: null });
}
