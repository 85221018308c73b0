import { useQuery } from '@tanstack/react-query';
import { type PricedAction, pricedActionOf } from '#web/ai/pricedAction.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';

/** AI actions on a character with their prices. */
export interface CharacterOffers {
  avatar: PricedAction;
  style: PricedAction;
  /** Actions on its voice. */
  voice: { design: PricedAction; description: PricedAction; onRetry: () => void };
  /** Refetch the prices. */
  onRetry: () => void;
}

/** Query the prices. `isEnabled`: whether the screen shows an action that costs credits. */
export function useCharacterOffers(projectId: number, isEnabled: boolean) {
  const ai = useQuery({ ...aiStateQuery(projectId), enabled: isEnabled });
  const onRetry = () => void ai.refetch();
  const description = pricedActionOf(ai, ({ engine, descriptionPrice }) => ({
    engine,
    price: descriptionPrice,
  }));
  const offers: CharacterOffers = {
    avatar: pricedActionOf(ai, ({ pictures }) => pictures),
    style: description,
    voice: { design: pricedActionOf(ai, ({ voices }) => voices.voiceDesign), description, onRetry },
    onRetry,
  };
  return { offers, speechPrice: ai.data?.voices.speech.price };
}
