import type { Scene } from '#shared/contract/scenes.ts';

/**
 * Return whether it is the opening. The opening stays first, because elements above it would join
 * it.
 */
export function isOpening({ heading }: Pick<Scene, 'heading'>): boolean {
  return heading === '';
}

/** Return the heading, or a title for the opening, which has none. */
export function sceneTitle(scene: Pick<Scene, 'heading'>): string {
  return isOpening(scene) ? 'Before the first scene' : scene.heading;
}

/** Return the name of a scene within a sentence: "scene 12A, INT. CAR DECK - NIGHT". */
export function sceneName(scene: Pick<Scene, 'heading'>, number: string | undefined): string {
  if (isOpening(scene)) return 'the text before the first scene';
  return number === undefined ? scene.heading : `scene ${number}, ${scene.heading}`;
}
