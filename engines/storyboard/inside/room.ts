import { darker, lighter, mix } from '../colour.ts';
import { glow, halo } from '../sky.ts';
import { isDark, project, type Stage } from '../stage.ts';
import { circle, hill, type Point, part, polygon, rect, stroke, strokes, tag } from '../svg.ts';
import { weatherBehind } from '../weather.ts';

/** Position of a room's back wall and distance of its side walls. */
export interface Room {
  depth: number;
  /** Half the distance between the side walls. */
  half: number;
  /** Height of the ceiling above the eye. */
  top: number;
}

export const plainRoom: Room = { depth: 2.2, half: 1, top: 1 };

/** Convert a width in units of height, so that furniture has the same shape in every format. */
export function wide(stage: Stage, units: number): number {
  return units * Math.min(0.9, stage.height / stage.width);
}

/** Draw walls, ceiling and floor in one-point perspective. */
export function shell(stage: Stage, space: Room = plainRoom): string {
  const { colours, id } = stage;
  const { depth, half, top } = space;
  const near = 0.3;
  const wallAt = (side: number) =>
    polygon(
      [
        project(stage, side * half, top, near),
        project(stage, side * half, top, depth),
        project(stage, side * half, -1, depth),
        project(stage, side * half, -1, near),
      ],
      side < 0 ? colours.side : darker(colours.side, 0.1),
    );
  const flat = (y: number, fill: string) =>
    polygon(
      [
        project(stage, -half, y, near),
        project(stage, -half, y, depth),
        project(stage, half, y, depth),
        project(stage, half, y, near),
      ],
      fill,
    );
  const boards = Array.from({ length: 15 }, (_, index): readonly Point[] => {
    const x = (index / 14) * 2 * half - half;
    return [project(stage, x, -1, near), project(stage, x, -1, depth)];
  });
  const [left, upper] = project(stage, -half, top, depth);
  const [right, lower] = project(stage, half, -1, depth);
  const skirting: Point[] = [
    project(stage, -half, -1, near),
    project(stage, -half, -1, depth),
    project(stage, half, -1, depth),
    project(stage, half, -1, near),
  ];
  const shade = tag(
    'linearGradient',
    { id: `${id}wall`, x1: '0', y1: '0', x2: '0', y2: '1' },
    tag('stop', { offset: '0', 'stop-color': darker(colours.wall, 0.14) }) +
      tag('stop', { offset: '1', 'stop-color': lighter(colours.wall, 0.06) }),
  );
  return part(
    'room',
    tag('defs', {}, shade + glow(`${id}lamp`, colours.lamp)) +
      rect(0, 0, stage.width, stage.height, colours.side) +
      flat(top, colours.ceiling) +
      flat(-1, colours.floor) +
      strokes(boards, darker(colours.floor, 0.3), 1, { opacity: '.5' }) +
      wallAt(-1) +
      wallAt(1) +
      rect(left, upper, right - left, lower - upper, `url(#${id}wall)`) +
      dado(stage, space) +
      stroke(skirting, darker(colours.wood, 0.1), 3),
  );
}

/** Draw the lower part of the walls in another tone, with a rail above it. */
function dado(stage: Stage, { depth, half }: Room): string {
  const { colours } = stage;
  const [low, high, near] = [-1, -0.56, 0.3];
  const rail: Point[] = [
    project(stage, -half, high, near),
    project(stage, -half, high, depth),
    project(stage, half, high, depth),
    project(stage, half, high, near),
  ];
  const foot: Point[] = [
    project(stage, half, low, near),
    project(stage, half, low, depth),
    project(stage, -half, low, depth),
    project(stage, -half, low, near),
  ];
  const tone = mix(colours.wood, colours.side, 0.3);
  // Panels, closer together with distance.
  const panels = [0.9, 1.1, 1.35, 1.65, 2].flatMap((at) => {
    const z = (at / 2.2) * depth;
    return [-half, half].map((x): readonly Point[] => [
      project(stage, x, low, z),
      project(stage, x, high, z),
    ]);
  });
  return part(
    'dado',
    polygon([...rail, ...foot], tone, { opacity: '.3' }) +
      strokes(panels, tone, 1.2, { opacity: '.5' }) +
      stroke(rail, tone, 2.2, { opacity: '.8' }),
  );
}

/**
 * Draw a window in the back wall with the light and the weather outside. x and y as in `project`.
 */
export function windowIn(
  stage: Stage,
  from: number,
  to: number,
  low: number,
  high: number,
  depth = plainRoom.depth,
): string {
  const { colours, shot } = stage;
  const [left, top] = project(stage, from, high, depth);
  const [right, bottom] = project(stage, to, low, depth);
  const area = { left, top, width: right - left, height: bottom - top };
  const frame = shot.light === 'night' ? darker(colours.wood, 0.1) : lighter(colours.wall, 0.5);
  const edge: Point[] = [0, 0.3, 0.55, 0.8, 1].map((share, index) => [
    left + share * area.width,
    bottom - area.height * (index % 2 === 0 ? 0.16 : 0.3),
  ]);
  const view = hill(edge, bottom, mix(colours.pane, colours.mid, 0.45));
  const moon =
    shot.light === 'night' && shot.weather === 'clear'
      ? circle(
          left + area.width * 0.7,
          top + area.height * 0.28,
          Math.min(area.width, area.height) * 0.09,
          '#F0EDDA',
        )
      : '';
  return (
    part(
      'window',
      rect(left, top, area.width, area.height, colours.pane) +
        moon +
        view +
        weatherBehind(stage, area) +
        strokes(
          [
            [
              [left + area.width / 2, top],
              [left + area.width / 2, bottom],
            ],
            [
              [left, top + area.height * 0.4],
              [right, top + area.height * 0.4],
            ],
          ],
          frame,
          3,
        ) +
        rect(left, top, area.width, area.height, 'none', { stroke: frame, 'stroke-width': 5 }) +
        rect(left - 6, bottom + 2, area.width + 12, 5, frame),
      { 'data-light': shot.light },
    ) + beam(stage, from, to, depth)
  );
}

/** Draw the light that falls through a window onto the floor. */
function beam(stage: Stage, from: number, to: number, depth: number): string {
  const { shot } = stage;
  if (shot.weather !== 'clear') return '';
  const drift = (from + to) / 2 > 0 ? -0.35 : 0.35;
  const colour = shot.light === 'night' ? '#A9C4DD' : shot.light === 'dusk' ? '#F2B878' : '#FFF7DE';
  return part(
    'beam',
    polygon(
      [
        project(stage, from + drift * 0.4, -1, depth * 0.94),
        project(stage, to + drift * 0.4, -1, depth * 0.94),
        project(stage, to + drift * 1.4, -1, 0.95),
        project(stage, from + drift * 1.4, -1, 0.95),
      ],
      colour,
      { opacity: shot.light === 'night' ? '.14' : '.4' },
    ),
  );
}

/** Draw a door in the back wall. In the dark it is ajar, with light behind it. */
export function door(stage: Stage, x: number, depth = plainRoom.depth): string {
  const { colours } = stage;
  const half = wide(stage, 0.27);
  const [left, top] = project(stage, x - half, 0.22, depth);
  const [right, bottom] = project(stage, x + half, -1, depth);
  const leaf = mix(colours.wood, colours.wall, isDark(stage) ? 0.15 : 0.3);
  return part(
    'door',
    rect(left - 4, top - 4, right - left + 8, bottom - top + 4, darker(colours.wood, 0.15)) +
      rect(left, top, right - left, bottom - top, leaf) +
      rect(
        left + (right - left) * 0.16,
        top + (bottom - top) * 0.08,
        (right - left) * 0.68,
        (bottom - top) * 0.34,
        darker(leaf, 0.14),
      ) +
      rect(
        left + (right - left) * 0.16,
        top + (bottom - top) * 0.52,
        (right - left) * 0.68,
        (bottom - top) * 0.38,
        darker(leaf, 0.14),
      ) +
      circle(right - (right - left) * 0.1, (top + bottom) / 2, 2.4, colours.lamp),
  );
}

/** Draw a lamp that hangs from the ceiling; lit when it is dark outside. */
export function lamp(stage: Stage, x: number, depth: number, drop = 0.5, top = plainRoom.top): string {
  const { colours, height } = stage;
  const [px, from] = project(stage, x, top, depth);
  const [, to] = project(stage, x, top - drop, depth);
  const size = (height * 0.075) / depth;
  const lit = isDark(stage);
  const cone = polygon(
    [
      [px - size * 0.9, to + size * 0.4],
      [px + size * 0.9, to + size * 0.4],
      [px + size * 5.2, to + height * 0.62],
      [px - size * 5.2, to + height * 0.62],
    ],
    colours.lamp,
    { opacity: '.1' },
  );
  return part(
    'lamp',
    (lit ? cone + halo(stage, px, to + size * 0.4, height * 0.36, '.75') : '') +
      stroke(
        [
          [px, from],
          [px, to],
        ],
        colours.wood,
        1.6,
      ) +
      polygon(
        [
          [px - size * 0.25, to - size * 0.3],
          [px + size * 0.25, to - size * 0.3],
          [px + size, to + size * 0.42],
          [px - size, to + size * 0.42],
        ],
        mix(colours.wood, colours.accent, 0.35),
      ) +
      (lit ? rect(px - size * 0.8, to + size * 0.42, size * 1.6, 3, '#FFF0C9') : ''),
    { 'data-lit': lit ? 'yes' : 'no' },
  );
}

/** Draw a box. x and z are from and to, y is low and high; z is the distance from the camera. */
export function block(
  stage: Stage,
  [left, right]: readonly [number, number],
  [low, high]: readonly [number, number],
  [near, far]: readonly [number, number],
  fill: string,
): string {
  type Corner = readonly [x: number, y: number, z: number];
  const face = (corners: readonly Corner[], colour: string) =>
    polygon(
      corners.map(([x, y, z]) => project(stage, x, y, z)),
      colour,
    );
  const level = (y: number): Corner[] => [
    [left, y, near],
    [right, y, near],
    [right, y, far],
    [left, y, far],
  ];
  const side = (x: number): Corner[] => [
    [x, low, near],
    [x, high, near],
    [x, high, far],
    [x, low, far],
  ];
  const front: Corner[] = [
    [left, low, near],
    [right, low, near],
    [right, high, near],
    [left, high, near],
  ];
  return (
    (high < 0 ? face(level(high), lighter(fill, 0.16)) : '') +
    (low > 0 ? face(level(low), darker(fill, 0.3)) : '') +
    (left > 0 ? face(side(left), darker(fill, 0.22)) : '') +
    (right < 0 ? face(side(right), darker(fill, 0.22)) : '') +
    face(front, fill)
  );
}

/** Draw a picture on the back wall. */
export function picture(stage: Stage, x: number, y: number, size: number): string {
  const { colours } = stage;
  const [left, top] = project(stage, x - wide(stage, size), y + size * 0.7, plainRoom.depth);
  const [right, bottom] = project(stage, x + wide(stage, size), y - size * 0.7, plainRoom.depth);
  const ground = mix(colours.wall, colours.accent, 0.22);
  return part(
    'picture',
    rect(left, top, right - left, bottom - top, ground, { stroke: colours.wood, 'stroke-width': 3 }) +
      hill(
        [
          [left + 1.5, bottom - (bottom - top) * 0.3],
          [(left + right) / 2, bottom - (bottom - top) * 0.55],
          [right - 1.5, bottom - (bottom - top) * 0.25],
        ],
        bottom - 1.5,
        darker(ground, 0.35),
      ),
  );
}
