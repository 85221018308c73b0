import type { Scene } from '#shared/contract/scenes.ts';
import { isOpening, sceneName } from './sceneName.ts';
import { type DrawingMany, useDrawMissing } from './useDrawMissing.ts';
import type { SceneOffers } from './useSceneOffers.ts';

export interface MissingImages {
  /** Count and price of all of them; null if there are none, or generation is unavailable. */
  toDraw: { count: number; price: string } | null;
  drawing: DrawingMany | null;
  draw: () => void;
  cancel: () => void;
}

/** Return the scenes without an image, and the action that generates all of them. */
export function useMissingImages(
  projectId: number,
  scenes: readonly Scene[],
  sceneNumbers: ReadonlyMap<number, string>,
  offers: SceneOffers,
): MissingImages {
  const { drawing, start, cancel } = useDrawMissing(projectId);
  const missing = scenes.filter((each) => each.imageUrl === null && !isOpening(each));
  const price = offers.priceOfPictures(missing.length);
  const canDraw = offers.picture.status === 'open' && missing.length > 0;
  return {
    toDraw: canDraw && price ? { count: missing.length, price } : null,
    drawing,
    draw: () => void start(missing, (each) => sceneName(each, sceneNumbers.get(each.id))),
    cancel,
  };
}
