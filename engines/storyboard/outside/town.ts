import { darker, lighter, mix } from '../colour.ts';
import { halo } from '../sky.ts';
import { isDark, project, type Stage } from '../stage.ts';
import { circle, type Point, part, polygon, rect, rects, strokes } from '../svg.ts';
import { ground, lane, pole, rays, reflection } from './ground.ts';

type Box = readonly [number, number, number, number];

/** Draw two rows of houses that recede from the camera, with a road between them. */
export function street(stage: Stage): string {
  const { colours, dice, horizon, shot } = stage;
  const road = mix(colours.ground, colours.near, isDark(stage) ? 0.45 : 0.3);
  const tall = dice.between(1.1, 1.7);
  return (
    skylineRow(stage, 0.5, colours.far, 0.3) +
    ground(stage, mix(colours.ground, colours.mid, 0.25), colours.groundFar) +
    lane(stage, 0.62, road) +
    rays(stage, -0.74, 0.74, 2, colours.near, 1.4) +
    fronts(stage, -1, tall) +
    fronts(stage, 1, tall * dice.between(0.8, 1.1)) +
    lamps(stage, -0.8) +
    lamps(stage, 0.8) +
    (shot.weather === 'rain' || shot.weather === 'storm'
      ? part(
          'wet',
          reflection(
            stage,
            stage.vanishing,
            horizon + 4,
            stage.height * 0.3,
            stage.width * 0.16,
            colours.sky[2],
          ),
        )
      : '')
  );
}

function fronts(stage: Stage, side: -1 | 1, tall: number): string {
  const { dice, colours } = stage;
  let all = '';
  let far = 9;
  // Drawn from the far end to the camera, so that near houses cover far ones.
  const depths = [9, 6.2, 4.4, 3.2, 2.3, 1.65, 1.15, 0.7, 0.4];
  for (const near of depths.slice(1)) {
    const top = tall * dice.between(0.68, 1.12);
    const share = Math.min(1, 1.4 / far);
    const wall = mix(
      mix(colours.far, colours.mid, Math.min(1, share * 1.7)),
      colours.near,
      Math.max(0, share - 0.3),
    );
    const shade = side === -1 ? wall : darker(wall, 0.12);
    all += polygon(
      [
        project(stage, side, -0.9, far),
        project(stage, side, top, far),
        project(stage, side, top, near),
        project(stage, side, -0.9, near),
      ],
      shade,
    );
    all += windows(stage, side, top, far, near, shade);
    // The narrow face that is visible next to a lower neighbour.
    all += polygon(
      [
        project(stage, side, top, far),
        project(stage, side * 1.5, top, far),
        project(stage, side * 1.5, -0.9, far),
        project(stage, side, -0.9, far),
      ],
      darker(wall, 0.2),
      { opacity: '.35' },
    );
    far = near;
  }
  return part('facades', all);
}

function windows(stage: Stage, side: number, top: number, far: number, near: number, wall: string): string {
  const { dice, colours } = stage;
  const lit: string[] = [];
  let all = '';
  const dark = isDark(stage);
  const columns = near < 0.8 ? 2 : 3;
  const at = (share: number) => 1 / (1 / far + (1 / near - 1 / far) * share);
  for (let row = -0.25; row < top - 0.2; row += 0.36) {
    for (let column = 0; column < columns; column++) {
      const a = at((column + 0.28) / columns);
      const b = at((column + 0.72) / columns);
      const isLit = dark ? dice.chance(0.36) : false;
      const pane = polygon(
        [
          project(stage, side, row, a),
          project(stage, side, row + 0.2, a),
          project(stage, side, row + 0.2, b),
          project(stage, side, row, b),
        ],
        isLit ? colours.lamp : dark ? darker(wall, 0.35) : mix(wall, colours.sky[1], 0.42),
        isLit ? { opacity: '.92' } : undefined,
      );
      if (isLit) lit.push(pane);
      else all += pane;
    }
  }
  return all + part('lit', lit.join(''));
}

function lamps(stage: Stage, x: number): string {
  const { colours } = stage;
  let all = '';
  for (const depth of [4.6, 2.5, 1.4]) {
    const [px, foot] = project(stage, x, -0.9, depth);
    const [, top] = project(stage, x, 0.5, depth);
    all += pole(px, foot, foot - top, 3.6 / depth, colours.near);
    if (isDark(stage)) all += halo(stage, px, top, 90 / depth);
    all += circle(px, top, 6.5 / depth, isDark(stage) ? '#FFF0C9' : colours.near);
  }
  return part('lamps', all);
}

/**
 * Draw a row of towers as one silhouette with windows. `foot` is the y of their base, `tall` their
 * height as a share of the frame.
 */
export function skylineRow(
  stage: Stage,
  tall: number,
  fill: string,
  lit: number,
  foot = stage.horizon + 1,
): string {
  const { width, height, dice, colours } = stage;
  const towers: Box[] = [];
  const lights: Box[] = [];
  const step = Math.min(width, height) * 0.13;
  let x = -step * dice.next();
  while (x < width) {
    const wide = step * dice.between(0.5, 1.15);
    const high = Math.min(stage.horizon * 0.92, stage.horizon * tall * dice.between(0.4, 1));
    towers.push([x, foot - high, wide + 0.5, high]);
    if (dice.chance(0.3)) towers.push([x + wide * 0.46, foot - high * 1.14, wide * 0.06, high * 0.15]);
    if (dice.chance(0.4)) towers.push([x + wide * 0.2, foot - high - step * 0.12, wide * 0.4, step * 0.13]);
    const pane = step * 0.075;
    for (let wy = foot - high + pane * 1.6; wy < foot - pane * 3 && lights.length < 260; wy += pane * 2.3) {
      for (let wx = x + pane; wx < x + wide - pane * 1.6; wx += pane * 2.1) {
        if (dice.chance(lit)) lights.push([wx, wy, pane, pane * 1.2]);
      }
    }
    x += wide;
  }
  const glass = isDark(stage)
    ? rects(lights, colours.lamp, { opacity: '.82' })
    : rects(lights, lighter(fill, 0.28));
  return part('skyline', rects(towers, fill) + glass);
}

/** Draw the city from a roof: rows of towers, a parapet, a water tank. */
export function skyline(stage: Stage): string {
  const { width, height, horizon, colours, dice } = stage;
  const dark = isDark(stage);
  const edge = horizon + (height - horizon) * 0.34;
  const tank = width * (dice.chance(0.5) ? 0.1 : 0.88);
  const size = Math.min(width, height) * 0.09;
  const roof = mix(colours.near, colours.groundFar, 0.45);
  return (
    ground(stage, colours.mid, colours.far) +
    skylineRow(stage, 0.5, colours.far, dark ? 0.22 : 0.1) +
    skylineRow(
      stage,
      0.34,
      mix(colours.far, colours.mid, 0.6),
      dark ? 0.3 : 0.12,
      horizon + (height - horizon) * 0.18,
    ) +
    skylineRow(stage, 0.2, colours.mid, dark ? 0.32 : 0.14, edge + 2) +
    part(
      'roof',
      rect(0, edge + size * 0.32, width, height - edge, roof) +
        rect(0, edge, width, size * 0.34, colours.near) +
        rect(0, edge - size * 0.05, width, size * 0.09, lighter(colours.near, 0.22)) +
        strokes(
          [0.3, 0.62].map((share): readonly Point[] => {
            const y = edge + size * 0.34 + (height - edge) * share;
            return [
              [0, y],
              [width, y],
            ];
          }),
          lighter(roof, 0.12),
          1.2,
        ),
    ) +
    part(
      'tank',
      strokes(
        [-0.7, 0, 0.7].map((off): readonly Point[] => [
          [tank + off * size, edge],
          [tank + off * size * 0.8, edge - size * 1.3],
        ]),
        colours.near,
        3,
      ) +
        rect(tank - size * 0.9, edge - size * 2.6, size * 1.8, size * 1.4, colours.near) +
        polygon(
          [
            [tank - size, edge - size * 2.6],
            [tank, edge - size * 3.4],
            [tank + size, edge - size * 2.6],
          ],
          darker(colours.near, 0.25),
        ),
    )
  );
}

/** Draw a house with lit windows behind a fence. */
export function house(stage: Stage): string {
  const { width, height, horizon, colours, dice } = stage;
  const dark = isDark(stage);
  const size = Math.min(width * 0.3, height * 0.34);
  const middle = width * (dice.chance(0.5) ? dice.between(0.28, 0.4) : dice.between(0.6, 0.72));
  const foot = horizon + (height - horizon) * 0.16;
  const left = middle - size * 0.75;
  const wall = mix(colours.mid, colours.near, 0.25);
  const pane = dark ? colours.lamp : mix(wall, colours.sky[1], 0.55);
  const panes: Box[] = [
    [left + size * 0.16, foot - size * 0.56, size * 0.22, size * 0.26],
    [left + size * 0.54, foot - size * 0.56, size * 0.22, size * 0.26],
    [left + size * 1.18, foot - size * 0.56, size * 0.2, size * 0.26],
  ];
  const fence = Array.from(
    { length: 40 },
    (_, index): Box => [(index / 40) * width + 2, foot + size * 0.1, Math.max(2, width * 0.006), size * 0.26],
  );
  return (
    part('hills', hillsBehind(stage)) +
    ground(stage) +
    trees(stage, foot, size) +
    part(
      'house',
      polygon(
        [
          [left - size * 0.1, foot - size * 0.78],
          [left + size * 0.22, foot - size * 1.3],
          [left + size * 1.25, foot - size * 1.3],
          [left + size * 1.6, foot - size * 0.78],
        ],
        colours.near,
      ) +
        rect(left, foot - size * 0.8, size * 1.5, size * 0.8, wall) +
        rect(left + size * 1.02, foot - size * 1.52, size * 0.13, size * 0.3, colours.near) +
        rect(
          left + size * 0.9,
          foot - size * 0.48,
          size * 0.2,
          size * 0.48,
          mix(colours.accent, colours.near, 0.35),
        ) +
        rects(panes, pane) +
        (dark ? halo(stage, left + size * 0.5, foot - size * 0.42, size * 0.8, '.6') : ''),
      dark ? { 'data-lit': 'yes' } : {},
    ) +
    lane(stage, 0.16, mix(colours.groundFar, colours.near, 0.16)) +
    part(
      'fence',
      rects(fence, colours.near, { opacity: '.85' }) + rect(0, foot + size * 0.17, width, 2.2, colours.near),
    )
  );
}

function hillsBehind(stage: Stage): string {
  const { width, horizon, colours, height } = stage;
  const edge: Point[] = [];
  for (let step = 0; step <= 5; step++)
    edge.push([(step / 5) * width, horizon - stage.dice.between(0.02, 0.1) * height]);
  return polygon([[0, horizon + 1], ...edge, [width, horizon + 1]], colours.far);
}

function trees(stage: Stage, foot: number, size: number): string {
  const { width, colours, dice } = stage;
  let all = '';
  for (let index = 0; index < 5; index++) {
    const x = dice.between(0, width);
    const tall = size * dice.between(0.6, 1.15);
    all += pole(x, foot, tall * 0.5, 3, colours.near);
    for (const [dx, dy, r] of [
      [0, 0.66, 0.27],
      [-0.15, 0.52, 0.2],
      [0.16, 0.54, 0.19],
    ] as const) {
      all += circle(x + dx * tall, foot - dy * tall, r * tall, mix(colours.mid, colours.far, 0.3));
    }
  }
  return part('trees', all);
}

/** Draw a platform under a roof, next to tracks. */
export function station(stage: Stage): string {
  const { colours, dice } = stage;
  const side = dice.pick([-1, 1] as const);
  const bed = mix(colours.ground, colours.near, 0.4);
  const edge = (x: number, y: number, depth: number) => project(stage, x * side, y, depth);
  let posts = '';
  for (const depth of [7, 4.4, 2.9, 1.9, 1.2]) {
    const [x, foot] = edge(0.85, -0.9, depth);
    const [, top] = edge(0.85, 0.75, depth);
    posts += pole(x, foot, foot - top, 9 / depth, colours.near);
    const [lx, ly] = edge(0.45, 0.58, depth);
    if (isDark(stage)) posts += halo(stage, lx, ly, 110 / depth);
    posts += circle(lx, ly, 7 / depth, isDark(stage) ? '#FFF0C9' : lighter(colours.haze, 0.5));
  }
  const slab = [edge(0.05, -0.9, 12), edge(0.05, -0.9, 0.5), edge(3, -0.9, 0.5), edge(3, -0.9, 12)];
  const ties = Array.from({ length: 12 }, (_, index): readonly Point[] => {
    const depth = 0.7 + index * index * 0.06;
    return [edge(-0.85, -0.98, depth), edge(-0.2, -0.98, depth)];
  });
  return (
    skylineRow(stage, 0.28, colours.far, isDark(stage) ? 0.2 : 0.08) +
    ground(stage, bed, colours.groundFar) +
    part(
      'tracks',
      strokes(ties, darker(bed, 0.35), 3) +
        strokes(
          [-0.72, -0.34].map((x): readonly Point[] => [edge(x, -0.96, 0.5), edge(x, -0.96, 14)]),
          lighter(colours.haze, 0.3),
          1.8,
        ),
    ) +
    part(
      'platform',
      polygon(slab, mix(colours.groundFar, colours.mid, 0.3)) +
        polygon(
          [edge(0.05, -0.9, 12), edge(0.05, -0.9, 0.5), edge(0.05, -1.1, 0.5), edge(0.05, -1.1, 12)],
          colours.near,
        ) +
        strokes([[edge(0.12, -0.9, 12), edge(0.12, -0.9, 0.5)]], colours.lamp, 2, { opacity: '.7' }),
    ) +
    part(
      'roof',
      polygon(
        [edge(0.2, 0.82, 12), edge(0.2, 0.82, 0.5), edge(3, 0.72, 0.5), edge(3, 0.72, 12)],
        colours.mid,
      ) +
        polygon(
          [edge(0.2, 0.82, 12), edge(0.2, 0.82, 0.5), edge(0.2, 0.68, 0.5), edge(0.2, 0.68, 12)],
          colours.near,
        ),
    ) +
    part('lamps', posts)
  );
}
