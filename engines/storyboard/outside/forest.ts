import { darker, mix } from '../colour.ts';
import type { Stage } from '../stage.ts';
import { hill, type Point, part, polygon, strokes } from '../svg.ts';
import { ground, lane, marks } from './ground.ts';

/** Draw trunks at three distances under a canopy. */
export function forest(stage: Stage): string {
  const { width, height, horizon, colours, dice } = stage;
  const floor = mix(colours.ground, colours.mid, 0.35);
  const crown: Point[] = [];
  for (let step = 0; step <= 9; step++) crown.push([(step / 9) * width, height * dice.between(0.06, 0.2)]);
  return (
    part(
      'conifers',
      firs(stage, 16, height * 0.34, mix(colours.far, colours.sky[2], 0.3)) +
        firs(stage, 12, height * 0.26, colours.far),
    ) +
    ground(stage, darker(floor, 0.1), colours.groundFar) +
    lane(stage, 0.22, mix(colours.groundFar, colours.lamp, 0.12)) +
    part(
      'trunks',
      trunkRow(stage, 13, width * 0.009, horizon + height * 0.03, mix(colours.far, colours.mid, 0.5)) +
        trunkRow(stage, 7, width * 0.017, horizon + height * 0.1, colours.mid),
    ) +
    marks(stage, 60, darker(floor, 0.35), 12, 1) +
    part('trunks', edgeTrunks(stage)) +
    part(
      'leaves',
      hill([[0, height * 0.2], ...crown, [width, height * 0.2]], -2, mix(colours.near, colours.mid, 0.3), {
        opacity: '.85',
      }),
    )
  );
}

/** Draw a row of trunks, each with one branch. */
function trunkRow(
  { width, height, dice }: Stage,
  count: number,
  wide: number,
  foot: number,
  fill: string,
): string {
  let all = '';
  for (let index = 0; index < count; index++) {
    const x = ((index + dice.between(0.1, 0.9)) / count) * width;
    const thick = wide * dice.between(0.6, 1.3);
    const base = foot + dice.between(0, height * 0.03);
    const lean = dice.between(-1, 1) * thick * 0.6;
    all += polygon(
      [
        [x - thick * 0.8, base],
        [x - thick * 0.42, base - height * 0.1],
        [x - thick * 0.34 + lean, -2],
        [x + thick * 0.34 + lean, -2],
        [x + thick * 0.42, base - height * 0.1],
        [x + thick * 0.85, base],
      ],
      fill,
    );
    const y = dice.between(0.12, 0.42) * height;
    const reach = thick * dice.between(2.2, 4) * (dice.chance(0.5) ? 1 : -1);
    all += strokes(
      [
        [
          [x, y],
          [x + reach, y - Math.abs(reach) * 0.6],
        ],
      ],
      fill,
      thick * 0.22,
      { 'stroke-linecap': 'round' },
    );
  }
  return all;
}

/** Draw two near trunks at the edges of the picture. */
function edgeTrunks({ width, height, colours, dice }: Stage): string {
  const wide = Math.min(width, height) * dice.between(0.07, 0.1);
  const one = (x: number, thick: number) =>
    polygon(
      [
        [x - thick, height],
        [x - thick * 0.55, height * 0.8],
        [x - thick * 0.5, 0],
        [x + thick * 0.5, 0],
        [x + thick * 0.6, height * 0.8],
        [x + thick * 1.1, height],
      ],
      colours.near,
    );
  return one(width * 0.05, wide) + one(width * 0.96, wide * 0.75);
}

export function firs({ width, horizon, dice }: Stage, count: number, tall: number, fill: string): string {
  let all = '';
  for (let index = 0; index < count; index++) {
    const x = ((index + dice.between(0, 1)) / count) * width;
    const high = tall * dice.between(0.55, 1);
    const half = high * 0.2;
    const tier = (from: number, to: number, wide: number): Point[] => [
      [x - half * wide, horizon - high * from + 1],
      [x, horizon - high * to],
      [x + half * wide, horizon - high * from + 1],
    ];
    all +=
      polygon(tier(0, 0.62, 1), fill) +
      polygon(tier(0.3, 0.84, 0.78), fill) +
      polygon(tier(0.58, 1, 0.52), fill);
  }
  return all;
}
