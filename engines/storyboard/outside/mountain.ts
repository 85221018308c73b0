import { darker, lighter, mix } from '../colour.ts';
import { isDark, type Stage } from '../stage.ts';
import { type Point, part, polygon } from '../svg.ts';
import { firs } from './forest.ts';
import { ground, lane, marks } from './ground.ts';

/** Draw ridges behind each other, with snow on the farthest. */
export function mountain(stage: Stage): string {
  const { width, height, horizon, colours, dice } = stage;
  const range = (tall: number, count: number, fill: string, cap: string | null) => {
    let all = '';
    for (let index = 0; index < count; index++) {
      const x = ((index + dice.between(0.15, 0.85)) / count) * width;
      const high = Math.min(horizon * 0.92, tall * dice.between(0.6, 1));
      const half = Math.max(high * dice.between(0.75, 1.1), (width / count) * 0.72);
      const peak: Point = [x, horizon - high];
      const foot = (share: number): Point => [x + half * share, horizon + 1];
      all += polygon(
        [
          foot(-1),
          [x - half * 0.45, horizon - high * 0.5],
          peak,
          [x + half * 0.4, horizon - high * 0.58],
          foot(1),
        ],
        fill,
      );
      all += polygon(
        [
          peak,
          [x + half * 0.4, horizon - high * 0.58],
          foot(1),
          foot(0.15),
          [x + half * 0.05, horizon - high * 0.45],
        ],
        darker(fill, 0.16),
      );
      if (cap)
        all += polygon(
          [
            peak,
            [x + half * 0.19, horizon - high * 0.8],
            [x + half * 0.09, horizon - high * 0.74],
            [x + half * 0.01, horizon - high * 0.8],
            [x - half * 0.1, horizon - high * 0.72],
            [x - half * 0.22, horizon - high * 0.755],
          ],
          cap,
        );
    }
    return all;
  };
  const snow = lighter(colours.haze, isDark(stage) ? 0.25 : 0.7);
  return (
    part(
      'peaks',
      range(height * 0.52, 3, colours.far, snow) +
        range(height * 0.3, 4, mix(colours.far, colours.mid, 0.55), null),
    ) +
    part('conifers', firs(stage, 30, height * 0.1, colours.mid)) +
    ground(stage) +
    lane(stage, 0.14, lighter(colours.groundFar, 0.2), 0.1) +
    marks(stage, 44, darker(colours.ground, 0.4), 20) +
    part('rocks', rocks(stage))
  );
}

function rocks({ width, height, colours, dice }: Stage): string {
  let all = '';
  for (const share of [0.06, 0.9, 0.98]) {
    const x = width * share;
    const size = Math.min(width, height) * dice.between(0.07, 0.13);
    const y = height * dice.between(0.93, 1);
    all += polygon(
      [
        [x - size, y + size * 0.4],
        [x - size * 0.7, y - size * 0.5],
        [x - size * 0.1, y - size * 0.9],
        [x + size * 0.6, y - size * 0.55],
        [x + size, y + size * 0.4],
      ],
      colours.near,
    );
    all += polygon(
      [
        [x - size * 0.7, y - size * 0.5],
        [x - size * 0.1, y - size * 0.9],
        [x + size * 0.1, y - size * 0.45],
        [x - size * 0.35, y - size * 0.1],
      ],
      lighter(colours.near, 0.14),
    );
  }
  return all;
}
