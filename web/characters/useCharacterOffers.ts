import { useQuery } from '@tanstack/react-query';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { type Offer, offerOf } from '#web/lib/offer.ts';

/** What models can do for a character, each with its price. */
export interface CharacterOffers {
  avatar: Offer;
  style: Offer;
  /** Of its voice. */
  voice: { design: Offer; description: Offer; onRetry: () => void };
  /** Asks for the prices again. */
  onRetry: () => void;
}

/** `isEnabled`: whether anything on the screen costs. */
export function useCharacterOffers(projectId: number, isEnabled: boolean) {
  const ai = useQuery({ ...aiStateQuery(projectId), enabled: isEnabled });
  const onRetry = () => void ai.refetch();
  const description = offerOf(ai, ({ engine, descriptionPrice }) => ({ engine, price: descriptionPrice }));
  const offers: CharacterOffers = {
    avatar: offerOf(ai, ({ pictures }) => pictures),
    style: description,
    voice: { design: offerOf(ai, ({ voices }) => voices.voiceDesign), description, onRetry },
    onRetry,
  };
  return { offers, speechPrice: ai.data?.voices.speech.price };
}
