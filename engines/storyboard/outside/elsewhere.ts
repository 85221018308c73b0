import { darker, lighter, mix } from '../colour.ts';
import { project, type Stage } from '../stage.ts';
import { circle, ellipse, type Point, part, polygon, rect, strokes, tag } from '../svg.ts';
import { ground, marks, ridge } from './ground.ts';

/** Draw a river that comes from the horizon and bends past the camera. */
export function river(stage: Stage): string {
  const { height, colours } = stage;
  const bends = [
    [0.1, 14],
    [0.5, 7],
    [-0.35, 3.6],
    [0.15, 1.8],
    [-0.2, 0.9],
  ] as const;
  const bank = (off: number) =>
    smooth(bends.map(([x, depth]): Point => project(stage, x + off, -0.9, depth)));
  const surface = polygon([...bank(-0.62), ...bank(0.62).reverse()], colours.water);
  const glints = strokes(
    [11, 6, 4, 2.6, 1.7].map((depth, at): readonly Point[] => [
      project(stage, (at % 2 ? 0.2 : -0.25) - 0.16, -0.9, depth),
      project(stage, (at % 2 ? 0.2 : -0.25) + 0.2, -0.9, depth),
    ]),
    lighter(colours.water, 0.35),
    1.6,
    { opacity: '.7', 'stroke-linecap': 'round' },
  );
  return (
    part('hills', ridge(stage, height * 0.16, 6, colours.far)) +
    ground(stage) +
    part('water', surface + glints) +
    marks(stage, 60, darker(colours.ground, 0.4), 9, 1.4)
  );
}

/** Return more points on a smooth curve through the given ones (Catmull-Rom spline). */
function smooth(points: readonly Point[]): Point[] {
  const on = (at: number) => points[Math.max(0, Math.min(points.length - 1, at))] ?? [0, 0];
  return points.slice(1).flatMap((_, at) => {
    const [a, b, c, d] = [on(at - 1), on(at), on(at + 1), on(at + 2)];
    return [0, 0.2, 0.4, 0.6, 0.8, 1].map((t): Point => {
      const bend = (axis: 0 | 1) =>
        0.5 *
        (2 * b[axis] +
          (c[axis] - a[axis]) * t +
          (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t ** 2 +
          (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3);
      return [bend(0), bend(1)];
    });
  });
}

/** Draw still water between the near shore and distant hills. */
export function lake(stage: Stage): string {
  const { width, height, horizon, colours } = stage;
  const low = horizon + (height - horizon) * 0.46;
  const shine = strokes(
    [0.08, 0.16, 0.26, 0.36].map((share, at): readonly Point[] => {
      const y = horizon + (height - horizon) * share;
      return [
        [width * (0.2 + at * 0.13), y],
        [width * (0.44 + at * 0.13), y],
      ];
    }),
    lighter(colours.water, 0.35),
    1.5,
    { opacity: '.6' },
  );
  return (
    part('hills', ridge(stage, height * 0.2, 5, colours.far) + ridge(stage, height * 0.09, 7, colours.mid)) +
    ground(stage) +
    part(
      'water',
      rect(0, horizon, width, low - horizon, colours.water) +
        ellipse(width * 0.5, low, width * 0.62, (height - horizon) * 0.07, colours.water) +
        shine,
    ) +
    marks(stage, 50, darker(colours.ground, 0.4), 10, 1.5)
  );
}

/** Draw blue light from above, and the sea bed. */
export function underwater(stage: Stage): string {
  const { width, height, horizon, id, dice } = stage;
  const gradient = tag(
    'linearGradient',
    { id: `${id}deep`, x1: '0', y1: '0', x2: '0', y2: '1' },
    tag('stop', { offset: '0', 'stop-color': '#5FA3B4' }) +
      tag('stop', { offset: '1', 'stop-color': '#123A4C' }),
  );
  const rays = [0.18, 0.4, 0.63, 0.8].map((x) =>
    polygon(
      [
        [width * x, 0],
        [width * (x + 0.06), 0],
        [width * (x - 0.05), height],
        [width * (x - 0.2), height],
      ],
      '#BFE3E6',
      { opacity: '.14' },
    ),
  );
  const bubbles = Array.from({ length: 16 }, () =>
    circle(dice.between(0, width), dice.between(0, height * 0.8), dice.between(1.5, 5), '#D6EEF0', {
      opacity: '.5',
    }),
  );
  return part(
    'water',
    tag('defs', {}, gradient) +
      rect(0, 0, width, height, `url(#${id}deep)`) +
      rays.join('') +
      ellipse(width / 2, height, width * 0.8, height - horizon - (height - horizon) * 0.4, '#1C4A52') +
      bubbles.join(''),
  );
}

/** Draw a black sky with stars and a planet above the grey ground of a moon. */
export function space(stage: Stage): string {
  const { width, height, horizon, dice } = stage;
  const stars = Array.from({ length: 70 }, () =>
    circle(dice.between(0, width), dice.between(0, height), dice.between(0.5, 1.6), '#E9EBDD', {
      opacity: '.8',
    }),
  );
  const x = width * dice.between(0.2, 0.8);
  const radius = Math.min(width, height) * 0.2;
  const planet =
    circle(x, horizon * 0.42, radius, '#47709A') +
    ellipse(x - radius * 0.2, horizon * 0.4, radius * 0.5, radius * 0.24, '#7FA07A') +
    ellipse(x + radius * 0.3, horizon * 0.42 + radius * 0.4, radius * 0.34, radius * 0.15, '#ECE6D8', {
      opacity: '.7',
    });
  const craters = [0.15, 0.36, 0.7, 0.88].map((share, at) =>
    ellipse(
      width * share,
      horizon + (height - horizon) * (0.25 + (at % 3) * 0.22),
      width * 0.06,
      height * 0.014,
      '#6B6A70',
    ),
  );
  return (
    part('stars', rect(0, 0, width, height, '#0A0D16') + stars.join('')) +
    part('planet', planet) +
    part('ground', rect(0, horizon, width, height - horizon, '#8B8A8E') + craters.join(''))
  );
}

/** Draw clouds below the camera, without ground. */
export function openSky(stage: Stage): string {
  const { width, height, horizon, colours, dice } = stage;
  const banks = Array.from({ length: 9 }, (_, at) =>
    ellipse(
      dice.between(0, width),
      horizon + (height - horizon) * (at / 9) + height * 0.04,
      width * dice.between(0.16, 0.34),
      height * dice.between(0.04, 0.08),
      lighter(mix(colours.sky[1], colours.sky[2], 0.6), 0.45),
      { opacity: '.8' },
    ),
  );
  return part('clouds', rect(0, horizon, width, height - horizon, colours.sky[2]) + banks.join(''));
}
