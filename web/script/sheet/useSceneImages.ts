import { useMemo, useState } from 'react';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { sceneImages } from './sceneImages.ts';

const none: ReadonlyMap<number, Scene> = new Map();

/** Pictures of scenes, where they are to be seen. */
export function useSceneImages(elements: readonly Element[], scenes: readonly Scene[]) {
  const [areImagesShown, setAreImagesShown] = useState(false);
  const images = useMemo(
    () => (areImagesShown ? sceneImages(elements, scenes) : none),
    [areImagesShown, elements, scenes],
  );
  return { images, areImagesShown, setAreImagesShown };
}
