import type { AiState } from '#web/ai/price.ts';
import { type PricedAction, pricedActionOf } from '#web/ai/pricedAction.ts';

/** What the control of a scene's video says before it is pressed; or that the animatic is what there is instead. */
export type VideoOffer = PricedAction | { status: 'animatic'; why: string };

export function videoOfferOf(asked: { data: AiState | undefined; isError: boolean }): VideoOffer {
  const { data } = asked;
  if (data?.film === null) return { status: 'animatic', why: 'Video generation is not configured.' };
  return pricedActionOf(asked, ({ film, engine }) => film ?? { engine, price: null });
}
