import type { Scene, SceneArrangement } from '#shared/contract/scenes.ts';
import { isOpening } from './sceneName.ts';

/** Return the acts that can start at a scene: its own, unless it already does, and the next. */
export function actsToBegin(scenes: readonly Scene[], scene: Scene): number[] {
  const titled = scenes.filter((each) => !isOpening(each));
  const at = titled.findIndex(({ id }) => id === scene.id);
  const before = titled[at - 1];
  // The first act always starts with the script.
  if (at <= 0 || !before) return [];
  const { actNumber } = scene;
  const own = before.actNumber === actNumber && actNumber > 1 ? [actNumber] : [];
  return [...own, actNumber + 1];
}

/**
 * Return the scenes that change when an act begins with one of them: scenes of later acts above it
 * move to the act before, and scenes of earlier acts below it to that act.
 */
export function withActBegin(
  scenes: readonly Scene[],
  sceneId: number,
  actNumber: number,
): SceneArrangement[] {
  const at = scenes.findIndex(({ id }) => id === sceneId);
  return scenes.flatMap((scene, index) => {
    const isBefore = index < at;
    if (isBefore && scene.actNumber >= actNumber) return { id: scene.id, actNumber: actNumber - 1 };
    if (!isBefore && scene.actNumber < actNumber) return { id: scene.id, actNumber };
    return [];
  });
}
