import type { Dice } from '#screenplay/dice.ts';
import type { ColourPalette } from './palette.ts';
import { ellipse, type Point, part, polygon, shape, short, stroke, tag } from './svg.ts';

/** One person: where the feet are, how tall, and whether they look right (1) or left (-1). */
export interface Standing {
  x: number;
  foot: number;
  tall: number;
  facing: 1 | -1;
}

export interface Dress {
  clothes: 'coat' | 'jacket' | 'skirt';
  head: 'short' | 'long' | 'bun' | 'hat' | 'cap';
  arms: 'down' | 'pocket' | 'raised';
  holds: 'nothing' | 'bag' | 'umbrella';
  scarf: boolean;
}

export function dressOf(dice: Dice, isWet: boolean): Dress {
  return {
    clothes: dice.pick(['coat', 'jacket', 'skirt', 'coat', 'jacket']),
    head: dice.pick(['short', 'long', 'bun', 'hat', 'cap', 'short']),
    arms: dice.pick(['down', 'pocket', 'raised', 'down']),
    holds: isWet && dice.chance(0.6) ? 'umbrella' : dice.chance(0.3) ? 'bag' : 'nothing',
    scarf: false,
  };
}

// Outlines in heights of a person: x from the middle, y up from the feet. The left half; the right mirrors it.
const outlines = {
  coat: [
    [-0.03, 0.87],
    [-0.045, 0.845],
    [-0.115, 0.815],
    [-0.14, 0.77],
    [-0.165, 0.6],
    [-0.155, 0.45],
    [-0.13, 0.445],
    [-0.122, 0.58],
    [-0.112, 0.63],
    [-0.125, 0.3],
  ],
  jacket: [
    [-0.03, 0.87],
    [-0.045, 0.845],
    [-0.115, 0.82],
    [-0.138, 0.775],
    [-0.158, 0.6],
    [-0.148, 0.45],
    [-0.124, 0.445],
    [-0.116, 0.59],
    [-0.106, 0.63],
    [-0.106, 0.46],
  ],
  skirt: [
    [-0.026, 0.87],
    [-0.04, 0.845],
    [-0.095, 0.815],
    [-0.115, 0.77],
    [-0.135, 0.6],
    [-0.14, 0.46],
    [-0.118, 0.455],
    [-0.105, 0.58],
    [-0.075, 0.63],
    [-0.09, 0.52],
    [-0.14, 0.25],
  ],
} as const satisfies Record<Dress['clothes'], readonly Point[]>;

const legs = {
  coat: [
    [-0.09, 0.32],
    [-0.075, 0.03],
    [-0.095, 0],
    [-0.015, 0],
    [-0.012, 0.03],
    [-0.008, 0.32],
  ],
  jacket: [
    [-0.105, 0.5],
    [-0.088, 0.03],
    [-0.105, 0],
    [-0.02, 0],
    [-0.018, 0.03],
    [-0.006, 0.44],
  ],
  skirt: [
    [-0.06, 0.28],
    [-0.05, 0.03],
    [-0.065, 0],
    [-0.01, 0],
    [-0.016, 0.03],
    [-0.012, 0.28],
  ],
} as const satisfies Record<Dress['clothes'], readonly Point[]>;

/** A silhouette in ink: its edge on the side of the light, its shadow on the ground. */
export function figure(
  at: Standing,
  dress: Dress,
  colours: ColourPalette,
  more: { ground?: boolean } = {},
): string {
  const { x, foot, tall, facing } = at;
  const point = ([px, py]: Point): Point => [x + px * tall * facing, foot - py * tall];
  const body = outline(dress, point);
  const held =
    dress.holds === 'umbrella'
      ? umbrella(at, point, colours)
      : dress.holds === 'bag'
        ? bag(point, colours)
        : '';
  const shadow =
    more.ground === false ? '' : ellipse(x, foot, tall * 0.17, tall * 0.022, colours.ink, { opacity: '.35' });
  const scarf = dress.scarf
    ? polygon(
        [
          point([-0.05, 0.868]),
          point([0.052, 0.868]),
          point([0.058, 0.832]),
          point([0.03, 0.824]),
          point([0.042, 0.7]),
          point([0.012, 0.7]),
          point([0, 0.824]),
          point([-0.055, 0.832]),
        ],
        colours.accent,
      )
    : '';
  return part(
    'figure',
    shadow +
      shape(body, colours.rim, {
        transform: `translate(${short(-tall * 0.011)} ${short(-tall * 0.005)})`,
        opacity: '.75',
      }) +
      shape(body, colours.ink) +
      scarf +
      held,
  );
}

function outline(dress: Dress, point: (at: Point) => Point): string {
  const half = outlines[dress.clothes];
  // All turn the same way: where two that turn against each other overlap, the fill has a hole.
  const closed = (points: readonly Point[]) => {
    const turned = areaOf(points) < 0 ? [...points].reverse() : points;
    return `${turned.map((at, index) => `${index === 0 ? 'M' : 'L'}${point(at).map(short).join(' ')}`).join('')}Z`;
  };
  const mirrored = (points: readonly Point[]) => points.map(([px, py]): Point => [-px, py]).reverse();
  const leg = legs[dress.clothes];
  // The toes point where the person looks.
  const toes: Point[] = [
    [-0.08, 0.022],
    [0, 0.022],
    [0.012, 0],
    [-0.09, 0],
  ];
  const parts = [
    closed([...half, ...mirrored(half)]),
    closed(leg),
    closed(mirrored(leg)),
    closed(toes.map(([px, py]): Point => [px + 0.02, py])),
    closed(toes.map(([px, py]): Point => [px + 0.115, py])),
    head(dress, closed),
  ];
  if (dress.arms === 'pocket')
    parts.push(
      closed([
        [0.12, 0.8],
        [0.215, 0.62],
        [0.2, 0.59],
        [0.1, 0.5],
        [0.1, 0.55],
        [0.15, 0.62],
      ]),
    );
  if (dress.arms === 'raised')
    parts.push(
      closed([
        [0.11, 0.8],
        [0.185, 0.63],
        [0.275, 0.69],
        [0.29, 0.665],
        [0.19, 0.58],
        [0.15, 0.6],
        [0.09, 0.7],
      ]),
    );
  return parts.join('');
}

/** Twice the area; below 0 where the points go round the other way. */
function areaOf(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
}

function head(dress: Dress, closed: (points: readonly Point[]) => string): string {
  const round = (cx: number, cy: number, rx: number, ry: number) =>
    closed(
      Array.from(
        { length: 18 },
        (_, index): Point => [
          cx + Math.cos((index / 9) * Math.PI) * rx,
          cy + Math.sin((index / 9) * Math.PI) * ry,
        ],
      ),
    );
  const face =
    round(0.006, 0.928, 0.046, 0.06) +
    closed([
      [0.044, 0.945],
      [0.066, 0.918],
      [0.046, 0.905],
    ]) +
    closed([
      [-0.026, 0.89],
      [0.026, 0.89],
      [0.03, 0.85],
      [-0.03, 0.85],
    ]);
  switch (dress.head) {
    case 'long':
      return (
        face +
        closed([
          [0.03, 0.985],
          [-0.02, 0.998],
          [-0.056, 0.975],
          [-0.07, 0.9],
          [-0.075, 0.8],
          [-0.02, 0.79],
          [0, 0.88],
        ])
      );
    case 'bun':
      return face + round(-0.05, 0.965, 0.028, 0.028);
    case 'hat':
      return (
        face +
        closed([
          [-0.085, 0.962],
          [0.095, 0.958],
          [0.09, 0.948],
          [-0.08, 0.95],
        ]) +
        closed([
          [-0.05, 0.955],
          [-0.046, 1.012],
          [-0.012, 1.02],
          [0.03, 1.018],
          [0.052, 0.955],
        ])
      );
    case 'cap':
      return (
        face +
        closed([
          [-0.048, 0.95],
          [-0.04, 0.99],
          [0, 1],
          [0.042, 0.985],
          [0.052, 0.962],
          [0.095, 0.956],
          [0.09, 0.946],
        ])
      );
    default:
      return (
        face +
        closed([
          [-0.05, 0.92],
          [-0.052, 0.965],
          [-0.02, 0.996],
          [0.03, 0.99],
          [0.05, 0.96],
        ])
      );
  }
}

function umbrella({ tall }: Standing, point: (at: Point) => Point, colours: ColourPalette): string {
  const [left, y] = point([-0.13, 1.06]);
  const [right] = point([0.33, 1.06]);
  const [handX, handY] = point([0.11, 0.64]);
  const [topX, topY] = point([0.1, 1.06]);
  const radius = short(Math.abs(right - left) / 2);
  const [from, to] = left < right ? [left, right] : [right, left];
  return (
    stroke(
      [
        [handX, handY],
        [topX, topY],
      ],
      colours.ink,
      Math.max(1, tall * 0.012),
    ) +
    shape(
      `M${short(from)} ${short(y)}A${radius} ${short(radius * 0.62)} 0 0 1 ${short(to)} ${short(y)}Q${short(from + (to - from) * 0.75)} ${short(y - tall * 0.03)} ${short((from + to) / 2)} ${short(y)}Q${short(from + (to - from) * 0.25)} ${short(y - tall * 0.03)} ${short(from)} ${short(y)}Z`,
      colours.ink,
      { stroke: colours.rim, 'stroke-width': 1 },
    )
  );
}

function bag(point: (at: Point) => Point, colours: ColourPalette): string {
  return (
    stroke([point([0.12, 0.45]), point([0.15, 0.36]), point([0.18, 0.45])], colours.ink, 1.6) +
    polygon([point([0.09, 0.37]), point([0.21, 0.37]), point([0.22, 0.24]), point([0.08, 0.24])], colours.ink)
  );
}

/** Head and shoulders from behind. `size` is the height of the head. */
export function bust(x: number, y: number, size: number, dress: Dress, colours: ColourPalette): string {
  const at = (px: number, py: number) => `${short(x + px * size)} ${short(y + py * size)}`;
  const hair =
    dress.head === 'long'
      ? `M${at(-0.42, -0.1)}L${at(-0.5, 0.62)}L${at(0.5, 0.62)}L${at(0.42, -0.1)}Z`
      : dress.head === 'hat'
        ? `M${at(-0.72, -0.14)}L${at(0.72, -0.14)}L${at(0.44, -0.24)}L${at(0.38, -0.66)}L${at(-0.38, -0.66)}L${at(-0.44, -0.24)}Z`
        : '';
  const d = `M${at(0, -0.5)}C${at(0.54, -0.5)} ${at(0.46, 0.34)} ${at(0.2, 0.46)}L${at(0.22, 0.62)}C${at(0.6, 0.7)} ${at(0.98, 0.78)} ${at(1.06, 1.7)}L${at(-1.06, 1.7)}C${at(-0.98, 0.78)} ${at(-0.6, 0.7)} ${at(-0.22, 0.62)}L${at(-0.2, 0.46)}C${at(-0.46, 0.34)} ${at(-0.54, -0.5)} ${at(0, -0.5)}Z`;
  const both = shape(d, 'inherit') + (hair === '' ? '' : shape(hair, 'inherit'));
  const rim = {
    fill: colours.rim,
    opacity: '.7',
    transform: `translate(${short(-size * 0.04)} ${short(-size * 0.03)})`,
  };
  return part('figure', tag('g', rim, both) + tag('g', { fill: colours.ink }, both));
}
