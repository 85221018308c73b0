import type { ElementType } from './element.ts';

/** The elements of one scene, `to` not included. */
export interface SceneStretch {
  /** That of its heading, or in the opening of its first element; null where it is not stored yet. */
  sceneId: number | null;
  from: number;
  to: number;
}

/** Elements in script order → the stretches from heading to heading (decision OQ-51), the opening among them. */
export function stretchesOf(
  elements: readonly { elementType: ElementType; sceneId?: number | null | undefined }[],
): SceneStretch[] {
  const stretches: SceneStretch[] = [];
  for (const [index, { elementType, sceneId }] of elements.entries()) {
    if (index > 0 && elementType !== 'scene_heading') continue;
    const last = stretches.at(-1);
    if (last) last.to = index;
    stretches.push({ sceneId: sceneId ?? null, from: index, to: elements.length });
  }
  return stretches;
}
