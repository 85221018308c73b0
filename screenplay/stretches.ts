import type { ScriptElement } from './element.ts';
import { isHeadingType } from './elementTypes/predicates.ts';

/** Scene range (OQ-51: stretch): the elements of one scene; `to` is exclusive. */
export interface SceneStretch {
  /** Scene of the heading or, in the opening, of the first element; null if not stored yet. */
  sceneId: number | null;
  from: number;
  to: number;
}

/**
 * Return the scene ranges from heading to heading, including the opening (decision OQ-51).
 * `elements` are in script order.
 */
export function stretchesOf(
  elements: readonly (Pick<ScriptElement, 'elementType'> & { sceneId?: number | null | undefined })[],
): SceneStretch[] {
  const stretches: SceneStretch[] = [];
  for (const [index, { elementType, sceneId }] of elements.entries()) {
    if (index > 0 && !isHeadingType(elementType)) continue;
    const last = stretches.at(-1);
    if (last) last.to = index;
    stretches.push({ sceneId: sceneId ?? null, from: index, to: elements.length });
  }
  return stretches;
}
