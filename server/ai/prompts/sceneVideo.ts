import type { FilmOrder } from '../models.ts';
import { type SceneImageInput, sceneOrder } from './sceneImage.ts';

/** Of every clip, and so of every price (docs/spec/credits.md). */
export const clipSeconds = 8;

/**
 * One clip of a scene: what the writer says that it shows, or else its frame as the project's template words it, in
 * motion.
 */
export function sceneVideoOrder(
  input: SceneImageInput,
  wanted: string | null,
  firstFrameUrl: string | null,
): FilmOrder {
  const prompt =
    wanted?.trim() ||
    `A single continuous film shot of ${clipSeconds} seconds, with natural movement and sound. ${sceneOrder(input).prompt}`;
  return filmOrder(prompt, firstFrameUrl);
}

/** What is asked for with that prompt and that picture. */
export function filmOrder(prompt: string, firstFrameUrl: string | null): FilmOrder {
  return { task: 'scene_video', prompt, ratio: '16:9', durationSeconds: clipSeconds, firstFrameUrl };
}
