import type { Scene } from '#shared/contract/scenes.ts';

/** Text before the first heading: it stays first, as what came above it would join it. */
export function isOpening({ heading }: Pick<Scene, 'heading'>): boolean {
  return heading === '';
}

/** The heading; the text before the first one has none. */
export function sceneTitle(scene: Pick<Scene, 'heading'>): string {
  return isOpening(scene) ? 'Before the first scene' : scene.heading;
}

/** "scene 12A, INT. CAR DECK - NIGHT": a scene within a sentence. */
export function sceneName(scene: Pick<Scene, 'heading'>, number: string | undefined): string {
  if (isOpening(scene)) return 'the text before the first scene';
  return number === undefined ? scene.heading : `scene ${number}, ${scene.heading}`;
}
