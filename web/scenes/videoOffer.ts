import { type Offer, offerOf } from '#web/lib/offer.ts';
import type { AiState } from '#web/lib/price.ts';

/** What the control of a scene's video says before it is pressed; or that the animatic is what there is instead. */
export type VideoOffer = Offer | { is: 'animatic'; why: string };

export function videoOfferOf(asked: { data: AiState | undefined; isError: boolean }): VideoOffer {
  const { data } = asked;
  if (data?.film === null) return { is: 'animatic', why: 'Video generation is not configured.' };
  return offerOf(asked, ({ film, engine }) => film ?? { engine, price: null });
}
