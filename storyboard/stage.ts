import type { Dice } from '#screenplay/dice.ts';
import type { ColourPalette } from './palette.ts';
import type { Shot } from './shot.ts';
import type { PictureSize } from './size.ts';
import type { Point } from './svg.ts';

/** Where a scene is put up: a frame, a camera, colours, and dice that belong to the place. */
export interface Stage extends PictureSize {
  shot: Shot;
  colours: ColourPalette;
  /** Of the place: the same in all its scenes. */
  dice: Dice;
  horizon: number;
  /** Where lines that go away from the camera meet; on the horizon. */
  vanishing: number;
  /** Begins the names of gradients, so that two drawings on one page keep to their own. */
  id: string;
}

/**
 * A point of the world on the frame. At depth 1, x from -1 to 1 is the frame's width and y (up from the eye) counts in
 * halves of its height.
 */
export function project(stage: Stage, x: number, y: number, depth: number): Point {
  return [stage.vanishing + (x * stage.width) / 2 / depth, stage.horizon - (y * stage.height) / 2 / depth];
}

export function isDark(stage: Stage): boolean {
  return stage.shot.light === 'night' || stage.shot.light === 'dusk';
}
