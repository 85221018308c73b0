import { darker, lighter, mix } from '../colour.ts';
import { halo } from '../sky.ts';
import { isDark, type Stage, seen } from '../stage.ts';
import { circle, ellipse, hill, type Point, part, polygon, rect, rects, strokes } from '../svg.ts';
import { ground, lane, marks, pole, rays, ridge } from './ground.ts';

/** Trunks in three distances under a roof of leaves. */
export function forest(stage: Stage): string {
  const { width, height, horizon, colours, dice } = stage;
  const floor = mix(colours.ground, colours.mid, 0.35);
  const row = (count: number, wide: number, foot: number, fill: string) => {
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
  };
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
      row(13, width * 0.009, horizon + height * 0.03, mix(colours.far, colours.mid, 0.5)) +
        row(7, width * 0.017, horizon + height * 0.1, colours.mid),
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

/** The two near trunks that frame the picture. */
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

function firs({ width, horizon, dice }: Stage, count: number, tall: number, fill: string): string {
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

/** Furrows to the horizon, one tree, a fence of wire. */
export function field(stage: Stage): string {
  const { width, height, horizon, colours, dice } = stage;
  const x = width * (dice.chance(0.5) ? dice.between(0.12, 0.26) : dice.between(0.74, 0.88));
  const size = Math.min(width * 0.3, height * 0.4);
  let tree = pole(x, horizon + size * 0.06, size * 0.55, size * 0.045, colours.near);
  for (const [dx, dy, r] of [
    [0, 0.78, 0.25],
    [-0.2, 0.62, 0.19],
    [0.21, 0.64, 0.18],
    [-0.06, 0.58, 0.2],
    [0.1, 0.9, 0.15],
  ] as const) {
    tree += circle(x + dx * size, horizon - dy * size * 0.9, r * size, mix(colours.near, colours.mid, 0.35));
  }
  return (
    part(
      'hills',
      ridge(stage, height * 0.1, 6, colours.far) +
        ridge(stage, height * 0.05, 5, mix(colours.far, colours.mid, 0.4)),
    ) +
    ground(stage) +
    rays(stage, -4.4, 4.4, 27, darker(colours.ground, 0.3), 1.6) +
    marks(stage, 90, mix(colours.ground, colours.near, 0.55), 17, 1.2) +
    part(
      'tree',
      ellipse(x, horizon + size * 0.07, size * 0.32, size * 0.03, darker(colours.groundFar, 0.35), {
        opacity: '.6',
      }) + tree,
    )
  );
}

/** Ridges behind each other, snow on the farthest. */
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

/** Dunes with a lit and a shaded side, a table mountain far off. */
export function desert(stage: Stage): string {
  const { width, height, horizon, colours, dice } = stage;
  const sand = mix(colours.ground, colours.lamp, isDark(stage) ? 0.08 : 0.35);
  const base = width * dice.between(0.1, 0.6);
  const size = Math.min(width * 0.3, height * 0.6);
  const mesa = (x: number, wide: number, tall: number): Point[] => [
    [x, horizon + 1],
    [x + wide * 0.16, horizon - tall * 0.45],
    [x + wide * 0.22, horizon - tall],
    [x + wide * 0.8, horizon - tall],
    [x + wide * 0.86, horizon - tall * 0.4],
    [x + wide, horizon + 1],
  ];
  let dunes = '';
  for (const [index, share] of [0.08, 0.3, 0.62].entries()) {
    const y = horizon + (height - horizon) * share;
    const swing = height * (0.03 + index * 0.022);
    const peak = dice.between(0.25, 0.75);
    const edge: Point[] = [
      [0, y + swing * 0.4],
      [peak * width * 0.5, y + swing * dice.between(0, 0.6)],
      [peak * width, y - swing],
      [(peak + (1 - peak) * 0.55) * width, y + swing * 0.7],
      [width, y + swing * dice.between(-0.2, 0.6)],
    ];
    const tone = darker(mix(colours.groundFar, sand, 0.4 + index * 0.3), index * 0.05);
    dunes += hill(edge, height, tone);
    dunes += polygon(
      [
        [peak * width, y - swing],
        [(peak + 0.12) * width, y + swing * 2.4],
        [(peak - 0.1) * width, height],
        [(peak + 0.5) * width, height],
        [(peak + (1 - peak) * 0.62) * width, y + swing * 0.95],
      ],
      darker(tone, 0.2),
      { opacity: '.55' },
    );
  }
  return (
    part(
      'mesa',
      polygon(mesa(base, size, size * 0.28), colours.far) +
        polygon(mesa(base + size * 1.15, size * 0.42, size * 0.22), colours.far),
    ) +
    ground(stage, sand) +
    part('dunes', dunes) +
    marks(stage, 26, darker(sand, 0.25), 26)
  );
}

/** A road to the vanishing point, poles beside it. */
export function road(stage: Stage): string {
  const { height, colours, dice } = stage;
  const asphalt = mix(colours.near, colours.ground, isDark(stage) ? 0.2 : 0.35);
  const side = dice.pick([-1, 1] as const);
  let poles = '';
  const wires: Point[][] = [[], []];
  for (const depth of [12, 7, 4.4, 2.9, 1.9, 1.25]) {
    const [x, foot] = seen(stage, side * 0.95, -0.9, depth);
    const [, top] = seen(stage, side * 0.95, 1.15, depth);
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
          seen(stage, -0.014, -0.9, depth),
          seen(stage, 0.014, -0.9, depth),
          seen(stage, 0.014, -0.9, depth * 1.22),
          seen(stage, -0.014, -0.9, depth * 1.22),
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
  const [x, y] = seen(stage, -0.24, -0.8, 4.2);
  const gap = stage.width * 0.017;
  return part(
    'lamps',
    halo(stage, x, y, stage.height * 0.2, '.9') +
      circle(x - gap, y, 3, '#FFF3D2') +
      circle(x + gap, y, 3, '#FFF3D2'),
  );
}

/** A place that nothing is known of: ground, a wall with a gate, trees behind it. */
export function open(stage: Stage): string {
  const { width, height, horizon, colours, dice } = stage;
  const size = Math.min(width * 0.5, height * 0.5);
  const foot = horizon + (height - horizon) * 0.14;
  const gate = width * dice.between(0.3, 0.6);
  const tall = size * dice.between(0.3, 0.42);
  const wall = mix(colours.mid, colours.groundFar, 0.3);
  const gap = size * 0.42;
  const caps = [gate - size * 0.1, gate + gap].map(
    (x) => [x, foot - tall * 1.25, size * 0.1, tall * 1.25] as const,
  );
  const crowns = Array.from({ length: 9 }, (_, index) => {
    const r = size * dice.between(0.14, 0.27);
    return circle(
      ((index + dice.next()) / 9) * width,
      foot - tall - r * 0.35,
      r,
      index % 2 === 0 ? colours.far : mix(colours.far, colours.mid, 0.4),
    );
  });
  return (
    part('hills', ridge(stage, height * 0.09, 6, colours.far)) +
    part('trees', crowns.join('')) +
    ground(stage) +
    part(
      'wall',
      rect(0, foot - tall, gate, tall, wall) +
        rect(gate + gap, foot - tall, width - gate - gap, tall, wall) +
        rect(0, foot - tall - 3, gate, 6, darker(wall, 0.35)) +
        rect(gate + gap, foot - tall - 3, width - gate - gap, 6, darker(wall, 0.35)) +
        rects(caps, colours.near),
    ) +
    part(
      'path',
      polygon(
        [
          [gate, foot],
          [gate + gap, foot],
          [gate + gap * 1.7, height],
          [gate - gap * 1.1, height],
        ],
        lighter(colours.groundFar, 0.12),
      ),
    ) +
    marks(stage, 50, darker(colours.ground, 0.35), 16)
  );
}
