import type { Dice } from '#screenplay/dice.ts';
import type { ColourPalette } from './palette.ts';
import type { Shot } from './shot.ts';
import type { PictureSize } from './size.ts';
import type { Point } from './svg.ts';

/** Everything needed to draw a scene: frame, camera, colours and random numbers. */
export interface Stage extends PictureSize {
  shot: Shot;
  colours: ColourPalette;
  /** Seeded by the place, so the same in all its scenes. */
  dice: Dice;
  horizon: number;
  /** x of the vanishing point, which is on the horizon. */
  vanishing: number;
  /** Prefix for gradient ids, so that two drawings on one page do not share them. */
  id: string;
}

/**
 * Project a point of the world to the frame. At depth 1, the frame is x from -1 to 1; y counts up
 * from the eye in halves of the frame's height.
 */
export function project(stage: Stage, x: number, y: number, depth: number): Point {
  return [stage.vanishing + (x * stage.width) / 2 / depth, stage.horizon - (y * stage.height) / 2 / depth];
}

export function isDark(stage: Stage): boolean {
  return stage.shot.light === 'night' || stage.shot.light === 'dusk';
}
