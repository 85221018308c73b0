import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { type Insets, noInsets } from './drawPage.ts';
import type { Measures } from './measures.ts';

/** Frames have the proportions of the widest screen, whatever the picture in them. */
const frameRatio = 2.35;
const textInches = 6;
const gapPx = 12;

export function framePx({ inchPx, sheetPx, isPhone }: Measures): { widthPx: number; heightPx: number } {
  const widthPx = isPhone ? sheetPx - 32 : textInches * inchPx;
  return { widthPx, heightPx: Math.round(widthPx / frameRatio) };
}

/**
 * Return the pictures of scenes by the first element of each, above which they are shown (decision
 * OQ-62).
 */
export function sceneImages(elements: readonly Element[], scenes: readonly Scene[]): Map<number, Scene> {
  const waiting = new Map(scenes.flatMap((scene) => (scene.imageUrl ? [[scene.id, scene]] : [])));
  const images = new Map<number, Scene>();
  for (const { id, sceneId } of elements) {
    const scene = sceneId === null ? undefined : waiting.get(sceneId);
    if (!scene) continue;
    images.set(id, scene);
    waiting.delete(scene.id);
  }
  return images;
}

export function insetsOf(images: ReadonlyMap<number, Scene>, measures: Measures): Insets {
  if (images.size === 0) return noInsets;
  const insetPx = framePx(measures).heightPx + gapPx;
  return new Map([...images.keys()].map((id) => [id, insetPx]));
}
