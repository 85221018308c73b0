import type { VideoOrder } from '../models.ts';
import { type SceneImageInput, sceneOrder } from './sceneImage.ts';

/** Length of every clip. Prices are per clip (docs/spec/credits.md). */
export const clipSeconds = 8;

/**
 * Build the order for a scene video from the writer's prompt, otherwise from the prompt of its
 * storyboard frame.
 */
export function sceneVideoOrder(
  input: SceneImageInput,
  wanted: string | null,
  firstFrameUrl: string | null,
): VideoOrder {
  const prompt =
    wanted?.trim() ||
    `A single continuous film shot of ${clipSeconds} seconds, with natural movement and sound. ${sceneOrder(input).prompt}`;
  return videoOrder(prompt, firstFrameUrl);
}

/** Build the order for this prompt and first frame. */
export function videoOrder(prompt: string, firstFrameUrl: string | null): VideoOrder {
  return { task: 'scene_video', prompt, ratio: '16:9', durationSeconds: clipSeconds, firstFrameUrl };
}
