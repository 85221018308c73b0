import { darker, lighter, mix } from '../colour.ts';
import { halo } from '../sky.ts';
import { isDark, project, type Stage } from '../stage.ts';
import { circle, hill, type Point, part, polygon, rect, rects, strokes } from '../svg.ts';
import { marks, rays, reflection, ridge, water } from './ground.ts';

/** Draw the land across the water. */
function land(stage: Stage): string {
  const { height, colours } = stage;
  return part(
    'shore',
    ridge(stage, height * 0.11, 9, colours.far) +
      ridge(stage, height * 0.055, 12, mix(colours.far, colours.mid, 0.6)),
  );
}

/** Draw lamps on the shore and their reflections. */
function shoreLights(stage: Stage): string {
  const { width, horizon, colours, dice } = stage;
  if (!isDark(stage)) return '';
  let lights = '';
  for (let index = 0; index < 14; index++) {
    const x = dice.between(0.02, 0.98) * width;
    lights += reflection(stage, x, horizon, dice.between(12, 44), 3, colours.lamp);
    lights += circle(x, horizon - dice.between(3, 10), 1.5, colours.lamp, { opacity: '.85' });
  }
  return part('lamps', lights);
}

/** Draw a ferry from the side with its rows of lit windows. */
function ferry(stage: Stage, left: number, line: number, length: number): string {
  const { colours, dice } = stage;
  const at = (x: number, y: number): Point => [left + x * length, line - y * length];
  const dark = isDark(stage);
  const hull = dark ? mix(colours.near, colours.mid, 0.2) : colours.near;
  const house = dark ? mix(colours.near, colours.mid, 0.45) : lighter(colours.far, 0.45);
  const panes: [number, number, number, number][] = [];
  for (const [from, to, y] of [
    [0.14, 0.82, 0.155],
    [0.2, 0.74, 0.215],
  ] as const) {
    for (let x = from; x < to; x += 0.032) {
      if (!dice.chance(dark ? 0.78 : 0.95)) continue;
      const [px, py] = at(x, y);
      panes.push([px, py, length * 0.017, length * 0.016]);
    }
  }
  const box = (x: number, y: number, wide: number, tall: number, fill: string) => {
    const [px, py] = at(x, y + tall);
    return rect(px, py, wide * length, tall * length, fill);
  };
  const [bx, by] = at(0.4, 0.02);
  return part(
    'ferry',
    polygon([at(0.02, 0.1), at(0.03, 0.012), at(0.06, 0), at(0.93, 0), at(1, 0.115), at(0.9, 0.105)], hull) +
      box(0.08, 0.1, 0.8, 0.075, house) +
      box(0.15, 0.175, 0.64, 0.058, darker(house, 0.08)) +
      box(0.66, 0.233, 0.13, 0.05, house) +
      polygon([at(0.34, 0.233), at(0.36, 0.35), at(0.45, 0.345), at(0.46, 0.233)], hull) +
      polygon([at(0.357, 0.33), at(0.353, 0.3), at(0.4545, 0.295), at(0.451, 0.325)], colours.accent) +
      strokes(
        [
          [at(0.73, 0.28), at(0.73, 0.39)],
          [at(0.7, 0.34), at(0.76, 0.34)],
          [at(0.12, 0.175), at(0.12, 0.26)],
        ],
        hull,
        2,
      ) +
      rects(panes, dark ? colours.lamp : mix(hull, colours.sky[1], 0.35)) +
      (dark ? halo(stage, bx, by - length * 0.14, length * 0.5, '.5') : '') +
      reflection(stage, left + length * 0.45, line, length * 0.2, length * 0.62, dark ? colours.lamp : hull),
  );
}

/** Draw a quay with bollards, cranes and a ship across the basin. */
export function harbour(stage: Stage): string {
  const { width, height, horizon, colours, dice } = stage;
  const quay = horizon + (height - horizon) * 0.42;
  const stone = mix(colours.near, colours.ground, isDark(stage) ? 0.45 : 0.6);
  const size = Math.min(width * 0.55, height);
  const length = Math.min(width * 0.62, height * 1.1);
  let bollards = '';
  for (const share of [0.12, 0.38, 0.66, 0.9]) {
    const x = width * share;
    bollards += rect(x - size * 0.014, quay - size * 0.045, size * 0.028, size * 0.06, colours.near);
    bollards += rect(x - size * 0.022, quay - size * 0.05, size * 0.044, size * 0.016, colours.near);
  }
  const lampX = width * (dice.chance(0.5) ? 0.08 : 0.93);
  const lampY = quay - size * 0.5;
  return (
    land(stage) +
    crane(stage, width * 0.16, size * 0.5, 1) +
    crane(stage, width * 0.3, size * 0.42, -1) +
    water(stage, quay + 2) +
    shoreLights(stage) +
    ferry(stage, width * dice.between(0.32, 0.4), horizon + (quay - horizon) * 0.34, length) +
    part(
      'quay',
      rect(0, quay, width, height - quay, stone) +
        rect(0, quay, width, size * 0.03, lighter(stone, 0.18)) +
        rect(0, quay + size * 0.03, width, size * 0.018, darker(stone, 0.4)) +
        strokes(
          [0.1, 0.3, 0.5, 0.7, 0.9, -0.1, 1.1].map((share): readonly Point[] => [
            [stage.vanishing + (share - 0.5) * width, quay + size * 0.05],
            [stage.vanishing + (share - 0.5) * width * 2.1, height],
          ]),
          darker(stone, 0.25),
          1.1,
          { opacity: '.6' },
        ) +
        bollards,
    ) +
    part(
      'lamps',
      rect(lampX - 2, lampY, 4, quay - lampY, colours.near) +
        (isDark(stage) ? halo(stage, lampX, lampY, size * 0.34) : '') +
        circle(lampX, lampY, size * 0.016, isDark(stage) ? '#FFF0C9' : colours.near),
    )
  );
}

function crane(stage: Stage, x: number, tall: number, side: 1 | -1): string {
  const { horizon, colours } = stage;
  const at = (dx: number, dy: number): Point => [x + dx * tall * side, horizon - dy * tall];
  return part(
    'crane',
    strokes(
      [
        [at(-0.1, 0), at(-0.05, 0.62), at(0.05, 0.62), at(0.1, 0)],
        [at(-0.3, 0.66), at(0.78, 0.9)],
        [at(0, 0.62), at(0, 0.98), at(0.78, 0.9)],
        [at(0, 0.98), at(-0.3, 0.66)],
        [at(0.68, 0.88), at(0.68, 0.5)],
      ],
      mix(colours.mid, colours.far, 0.25),
      2.2,
    ) +
      polygon(
        [at(-0.3, 0.66), at(-0.14, 0.7), at(-0.14, 0.56), at(-0.3, 0.54)],
        mix(colours.mid, colours.far, 0.25),
      ),
  );
}

/** Draw open water with one ship, and waves towards the camera. */
export function sea(stage: Stage): string {
  const { width, height, horizon, colours, dice } = stage;
  const length = Math.min(width * 0.34, height * 0.6);
  let waves = '';
  for (const [index, share] of [0.38, 0.6, 0.84].entries()) {
    const y = horizon + (height - horizon) * share;
    const edge: Point[] = [];
    for (let step = 0; step <= 10; step++) {
      edge.push([
        (step / 10) * width,
        y + (step % 2 === 0 ? -1 : 1) * (3 + index * 4) * dice.between(0.4, 1.2),
      ]);
    }
    waves += hill(edge, height, darker(colours.water, 0.14 + index * 0.14), { opacity: '.7' });
  }
  return (
    (dice.chance(0.4) ? land(stage) : '') +
    water(stage) +
    ferry(stage, width * dice.between(0.1, 0.56), horizon + 3, length) +
    part('waves', waves) +
    (stage.shot.people > 0 ? jetty(stage) : '')
  );
}

/** Draw a jetty for people to stand on, in front of open water. */
function jetty(stage: Stage): string {
  const { width, height, horizon, colours } = stage;
  const edge = horizon + (height - horizon) * 0.46;
  const plank = mix(colours.near, colours.ground, isDark(stage) ? 0.4 : 0.55);
  const size = Math.min(width, height);
  const boards = Array.from({ length: 6 }, (_, index): readonly Point[] => {
    const y = edge + (height - edge) * (index / 6) ** 1.4 + size * 0.03;
    return [
      [0, y],
      [width, y],
    ];
  });
  const piles = [0.06, 0.3, 0.72, 0.95].map((share): readonly [number, number, number, number] => [
    width * share - size * 0.014,
    edge - size * 0.09,
    size * 0.028,
    size * 0.11,
  ]);
  return part(
    'jetty',
    rect(0, edge, width, height - edge, plank) +
      rect(0, edge, width, size * 0.014, lighter(plank, 0.25)) +
      strokes(boards, darker(plank, 0.4), 1.4, { opacity: '.7' }) +
      rects(piles, colours.near),
  );
}

/** Draw a shore: curved surf, and cliffs at one side. */
export function beach(stage: Stage): string {
  const { width, height, horizon, colours, dice } = stage;
  const side = dice.chance(0.5);
  const x = (share: number) => (side ? share : 1 - share) * width;
  const y = (share: number) => horizon + (height - horizon) * share;
  const sand = mix(colours.ground, colours.lamp, isDark(stage) ? 0.06 : 0.25);
  const edge: Point[] = [
    [x(0), y(0.28)],
    [x(0.3), y(0.34)],
    [x(0.6), y(0.22)],
    [x(1), y(0.06)],
  ];
  const ordered = side ? edge : [...edge].reverse();
  const moved = (down: number) => ordered.map(([px, py]): Point => [px, py + down]);
  const step = (height - horizon) * 0.045;
  return (
    part(
      'cliff',
      polygon(
        [
          [x(1), horizon - height * 0.26],
          [x(0.86), horizon - height * 0.24],
          [x(0.78), horizon - height * 0.13],
          [x(0.66), horizon - height * 0.08],
          [x(0.6), horizon + 2],
          [x(1), horizon + 2],
        ],
        mix(colours.mid, colours.far, 0.3),
      ) +
        polygon(
          [
            [x(1), horizon - height * 0.26],
            [x(0.93), horizon - height * 0.22],
            [x(0.88), horizon + 2],
            [x(1), horizon + 2],
          ],
          colours.mid,
        ),
    ) +
    water(stage) +
    part(
      'sand',
      hill(moved(-step * 0.7), height, lighter(colours.water, 0.55)) +
        hill(moved(0), height, darker(sand, 0.14)) +
        hill(moved(step), height, sand),
    ) +
    marks({ ...stage, horizon: y(0.45) }, 30, darker(sand, 0.3), 16)
  );
}

/** Draw planks, a rail with the sea behind it, and a life buoy. */
export function shipDeck(stage: Stage): string {
  const { width, height, horizon, colours, dice } = stage;
  const edge = horizon + (height - horizon) * 0.4;
  const size = Math.min(width * 0.6, height);
  const deck: Deck = { edge, size, top: edge - size * 0.24, isHouseLeft: dice.chance(0.5) };
  const { weather } = stage.shot;
  const puddle = () =>
    reflection(stage, ...project(stage, 0, -0.8, 1), height * 0.2, width * 0.3, colours.sky[2]);
  return (
    land(stage) +
    water(stage, edge + 2) +
    shoreLights(stage) +
    part('deck', planks(stage, deck)) +
    part('rail', rail(stage, deck)) +
    part('buoy', buoy(stage, deck)) +
    part('house', deckHouse(stage, deck)) +
    (weather === 'rain' || weather === 'storm' ? part('wet', puddle()) : '')
  );
}

/** Measures of a deck in pixels. */
interface Deck {
  /** Height at which the planks end. */
  edge: number;
  /** Top of the rail. */
  top: number;
  size: number;
  isHouseLeft: boolean;
}

function planks(stage: Stage, { edge, size }: Deck): string {
  const { width, height, colours } = stage;
  const plank = mix(colours.ground, colours.near, isDark(stage) ? 0.25 : 0.15);
  return (
    rect(0, edge, width, height - edge, plank) +
    rays({ ...stage, horizon: edge - size * 0.2 }, -2.4, 2.4, 21, darker(plank, 0.45), 1.2) +
    rect(0, edge, width, size * 0.025, darker(plank, 0.4))
  );
}

function rail({ width, colours }: Stage, { edge, top }: Deck): string {
  const posts = Array.from({ length: 11 }, (_, index): readonly Point[] => [
    [(index / 10) * width, edge],
    [(index / 10) * width, top],
  ]);
  const bars = [0.34, 0.67].map((share): readonly Point[] => [
    [0, edge - (edge - top) * share],
    [width, edge - (edge - top) * share],
  ]);
  return (
    strokes(posts, colours.near, 3) +
    strokes(bars, colours.near, 1.6) +
    rect(0, top - 3, width, 6, lighter(colours.near, 0.12))
  );
}

function buoy({ width, colours }: Stage, { size, top, isHouseLeft }: Deck): string {
  const [x, y] = [width * (isHouseLeft ? 0.72 : 0.28), top + size * 0.12];
  return (
    circle(x, y, size * 0.062, 'none', { stroke: '#F0EDE6', 'stroke-width': size * 0.03 }) +
    circle(x, y, size * 0.062, 'none', {
      stroke: colours.accent,
      'stroke-width': size * 0.03,
      'stroke-dasharray': `${Math.round(size * 0.05)} ${Math.round(size * 0.0474)}`,
    })
  );
}

/** Draw the wall of the deck house at one side, with a porthole and a lamp. */
function deckHouse(stage: Stage, { edge, size, isHouseLeft }: Deck): string {
  const { width, height, horizon, colours } = stage;
  const from = isHouseLeft ? 0 : width * 0.84;
  const wall = mix(colours.near, colours.mid, 0.35);
  const porthole = isDark(stage) ? colours.lamp : mix(wall, colours.sky[1], 0.5);
  const [lampX, lampY] = [isHouseLeft ? width * 0.16 : width * 0.84, height * 0.16];
  return (
    rect(from, 0, width * 0.16, edge + size * 0.04, wall) +
    rect(isHouseLeft ? width * 0.16 - 3 : from, 0, 3, edge + size * 0.04, lighter(wall, 0.25)) +
    circle(from + width * 0.08, horizon - size * 0.08, Math.min(width * 0.045, size * 0.06), porthole, {
      stroke: darker(wall, 0.3),
      'stroke-width': 4,
    }) +
    (isDark(stage) ? halo(stage, lampX, lampY, size * 0.3) : '') +
    circle(lampX, lampY, size * 0.016, isDark(stage) ? '#FFF0C9' : darker(wall, 0.3))
  );
}
