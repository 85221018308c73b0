import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { priceOfMany } from '#web/ai/price.ts';
import { type PricedAction, pricedActionOf } from '#web/ai/pricedAction.ts';
import { aiStateQuery } from '#web/assistant/assistant.data.ts';
import { type VideoOffer, videoOfferOf } from './videoOffer.ts';

/** AI actions on scenes with their prices. */
export interface SceneOffers {
  picture: PricedAction;
  video: VideoOffer;
  /** Return the price in words; null while it is unknown. */
  priceOfPictures: (count: number) => string | null;
  /** Refetch the prices. */
  onRetry: () => void;
}

export function useSceneOffers(projectId: number): SceneOffers {
  const client = useQueryClient();
  const { data, isError } = useQuery(aiStateQuery(projectId));
  const picture = useMemo(
    () => pricedActionOf({ data, isError }, ({ pictures }) => pictures),
    [data, isError],
  );
  const video = useMemo(() => videoOfferOf({ data, isError }), [data, isError]);
  return {
    picture,
    video,
    priceOfPictures: (count) => (data ? priceOfMany(data.pictures, count) : null),
    onRetry: () => void client.invalidateQueries({ queryKey: aiStateQuery(projectId).queryKey }),
  };
}
