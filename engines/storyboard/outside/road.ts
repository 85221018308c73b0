import { lighter, mix } from '../colour.ts';
import { halo } from '../sky.ts';
import { isDark, project, type Stage } from '../stage.ts';
import { circle, type Point, part, polygon, strokes } from '../svg.ts';
import { ground, lane, marks, pole, rays, ridge } from './ground.ts';

/** Draw a road to the vanishing point with poles next to it. */
export function road(stage: Stage): string {
  const { height, colours, dice } = stage;
  const asphalt = mix(colours.near, colours.ground, isDark(stage) ? 0.2 : 0.35);
  const side = dice.pick([-1, 1] as const);
  let poles = '';
  const wires: Point[][] = [[], []];
  for (const depth of [12, 7, 4.4, 2.9, 1.9, 1.25]) {
    const [x, foot] = project(stage, side * 0.95, -0.9, depth);
    const [, top] = project(stage, side * 0.95, 1.15, depth);
    const arm = (0.09 * stage.width) / 2 / depth;
    poles += pole(x, foot, foot - top, 7 / depth, colours.near);
    poles += strokes(
      [
        [
          [x - arm, top + (foot - top) * 0.06],
          [x + arm, top + (foot - top) * 0.06],
        ],
      ],
      colours.near,
      4.5 / depth,
    );
    wires[0]?.push([x - arm, top + (foot - top) * 0.06]);
    wires[1]?.push([x + arm, top + (foot - top) * 0.06]);
  }
  const dashes: string[] = [];
  for (let depth = 0.6; depth < 9; depth *= 1.5) {
    dashes.push(
      polygon(
        [
          project(stage, -0.014, -0.9, depth),
          project(stage, 0.014, -0.9, depth),
          project(stage, 0.014, -0.9, depth * 1.22),
          project(stage, -0.014, -0.9, depth * 1.22),
        ],
        lighter(colours.groundFar, 0.5),
      ),
    );
  }
  const night = isDark(stage) ? headlights(stage) : '';
  return (
    part(
      'hills',
      ridge(stage, height * 0.12, 6, colours.far) +
        ridge(stage, height * 0.05, 7, mix(colours.far, colours.mid, 0.5)),
    ) +
    ground(stage) +
    marks(stage, 50, mix(colours.ground, colours.near, 0.5), 14, 1) +
    lane(stage, 0.56, asphalt) +
    rays(stage, -0.52, 0.52, 2, lighter(colours.groundFar, 0.5), 2) +
    part('line', dashes.join('')) +
    part('poles', strokes(wires, colours.near, 0.9) + poles) +
    night
  );
}

function headlights(stage: Stage): string {
  const [x, y] = project(stage, -0.24, -0.8, 4.2);
  const gap = stage.width * 0.017;
  return part(
    'lamps',
    halo(stage, x, y, stage.height * 0.2, '.9') +
      circle(x - gap, y, 3, '#FFF3D2') +
      circle(x + gap, y, 3, '#FFF3D2'),
  );
}
