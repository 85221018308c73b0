import { darker, mix } from '../colour.ts';
import { isDark, type Stage } from '../stage.ts';
import { circle, ellipse, hill, type Point, part, polygon, rect } from '../svg.ts';
import { ground, marks, pole, rays, ridge } from './ground.ts';

/** Draw furrows to the horizon, one tree and a wire fence. */
export function fieldScenery(stage: Stage): string {
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

/** Draw dunes with a lit and a shaded side, and a distant table mountain. */
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

/**
 * Draw an unknown outdoor place: ground, and one of three skylines. Its props are added in front.
 */
export function plainLand(stage: Stage): string {
  const { width, height, horizon, colours, dice } = stage;
  const size = Math.min(width * 0.5, height * 0.5);
  const behind = dice.pick(['trees', 'roofs', 'hills'] as const);
  const crowns =
    behind === 'trees'
      ? Array.from({ length: 9 }, (_, index) => {
          const r = size * dice.between(0.1, 0.22);
          return circle(
            ((index + dice.next()) / 9) * width,
            horizon - r * 0.3,
            r,
            index % 2 === 0 ? colours.far : mix(colours.far, colours.mid, 0.4),
          );
        }).join('')
      : '';
  const roofs =
    behind === 'roofs'
      ? Array.from({ length: 12 }, (_, index) => {
          const left = (index / 12) * width;
          const wide = (width / 12) * dice.between(0.8, 1.3);
          const tall = size * dice.between(0.1, 0.36);
          return rect(
            left,
            horizon - tall,
            wide,
            tall + 1,
            index % 2 === 0 ? colours.far : mix(colours.far, colours.mid, 0.35),
          );
        }).join('')
      : '';
  return (
    part('hills', ridge(stage, height * (behind === 'hills' ? 0.2 : 0.08), 6, colours.far)) +
    part('trees', crowns) +
    part('roofs', roofs) +
    ground(stage) +
    marks(stage, 50, darker(colours.ground, 0.35), 16)
  );
}
