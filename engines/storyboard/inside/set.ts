import { darker, lighter, mix } from '../colour.ts';
import { drawPlacedProps } from '../props/placed.ts';
import { isDark, project, type Stage } from '../stage.ts';
import { circle, type Point, part, polygon, rect, stroke, strokes } from '../svg.ts';
import type { Inside } from '../words.ts';
import { carInside } from './car.ts';
import {
  bed,
  columns,
  counter,
  desk,
  floorLamp,
  kitchenLine,
  parkedCar,
  shelves,
  sofa,
  table,
} from './furniture.ts';
import { block, door, lamp, picture, plainRoom, type Room, shell, wide, windowIn } from './room.ts';

/** Return the side of the room with the window, -1 or 1. Furniture is on the other side. */
function sideOf(stage: Stage): number {
  return stage.dice.pick([-1, 1] as const);
}

function sideWindow(stage: Stage, side: number): string {
  return side < 0 ? windowIn(stage, -0.82, -0.26, -0.36, 0.5) : windowIn(stage, 0.26, 0.82, -0.36, 0.5);
}

function room(stage: Stage): string {
  const side = sideOf(stage);
  return (
    shell(stage) +
    sideWindow(stage, side) +
    door(stage, -0.72 * side) +
    picture(stage, -0.26 * side, 0.26, 0.2) +
    sofa(stage, 0.34 * side) +
    floorLamp(stage, -0.36 * side, 1.95)
  );
}

function bedroom(stage: Stage): string {
  const side = sideOf(stage);
  return (
    shell(stage) +
    sideWindow(stage, side) +
    door(stage, 0.02) +
    bed(stage, -0.5 * side) +
    floorLamp(stage, 0.14 * side, 2.05)
  );
}

function kitchen(stage: Stage): string {
  return (
    shell(stage) +
    windowIn(stage, -0.3, 0.3, -0.24, 0.56) +
    kitchenLine(stage) +
    table(stage, 0.3 * sideOf(stage), 1.42) +
    lamp(stage, 0, 1.5, 0.52)
  );
}

function bar(stage: Stage): string {
  const side = sideOf(stage);
  const ends: [number, number] = side < 0 ? [-0.14, 0.86] : [-0.86, 0.14];
  return (
    shell(stage) +
    shelves(stage, ...ends, 'bottles') +
    (side < 0 ? windowIn(stage, -0.86, -0.32, -0.2, 0.52) : windowIn(stage, 0.32, 0.86, -0.2, 0.52)) +
    counter(stage) +
    [-0.6, 0, 0.6].map((x) => lamp(stage, x, 1.7, 0.42)).join('')
  );
}

function office(stage: Stage): string {
  const side = sideOf(stage);
  return (
    shell(stage) +
    sideWindow(stage, side) +
    (side < 0 ? shelves(stage, 0.3, 0.9, 'books') : shelves(stage, -0.9, -0.3, 'books')) +
    desk(stage, 0.1 * side) +
    lamp(stage, 0, 1.8, 0.34)
  );
}

function corridor(stage: Stage): string {
  const { colours } = stage;
  const space: Room = { depth: 6, half: 0.62, top: 0.95 };
  let doors = '';
  for (const [near, far] of [
    [4.4, 5.1],
    [2.9, 3.4],
    [1.9, 2.25],
    [1.2, 1.42],
    [0.72, 0.86],
  ] as const) {
    for (const x of [-space.half, space.half]) {
      doors += polygon(
        [
          project(stage, x, -1, near),
          project(stage, x, 0.3, near),
          project(stage, x, 0.3, far),
          project(stage, x, -1, far),
        ],
        mix(colours.wood, colours.side, 0.3),
      );
    }
  }
  const lights = [4.8, 3, 1.9, 1.2].map((depth) => {
    const [x, y] = project(stage, 0, space.top - 0.02, depth);
    const half = (stage.width * 0.07) / depth;
    return rect(x - half, y, half * 2, 9 / depth, isDark(stage) ? '#FFF0C9' : lighter(colours.ceiling, 0.6));
  });
  const runner = polygon(
    [
      project(stage, -0.26, -1, 0.3),
      project(stage, 0.26, -1, 0.3),
      project(stage, 0.26, -1, space.depth),
      project(stage, -0.26, -1, space.depth),
    ],
    mix(colours.accent, colours.floor, 0.55),
  );
  return (
    shell(stage, space) +
    part('runner', runner) +
    part('doors', doors) +
    windowIn(stage, -0.3, 0.3, -0.4, 0.6, space.depth) +
    part('lamps', lights.join(''))
  );
}

/** Draw a low cabin with round windows and a bunk. */
function cabin(stage: Stage): string {
  const { colours, height } = stage;
  const side = sideOf(stage);
  const space: Room = { ...plainRoom, top: 0.72 };
  let ports = '';
  for (const x of [-0.1, 0.34, 0.76]) {
    const [px, py] = project(stage, x * side, 0.2, space.depth);
    const r = Math.min(height * 0.068, stage.width * 0.06);
    ports += circle(px, py, r, colours.pane, { stroke: lighter(colours.wood, 0.3), 'stroke-width': 6 });
    ports += polygon(
      [
        [px - r * 0.92, py + r * 0.3],
        [px + r * 0.92, py + r * 0.22],
        [px + r * 0.6, py + r * 0.76],
        [px, py + r * 0.95],
        [px - r * 0.6, py + r * 0.76],
      ],
      mix(colours.pane, colours.mid, 0.6),
    );
  }
  const far = wide(stage, 0.5);
  const from = side < 0 ? 1 - far * 1.6 : -1;
  const bunk = [-0.56, 0.12].map(
    (y) =>
      block(stage, [from, from + far * 1.6], [y - 0.12, y], [1.6, 2.2], colours.wood) +
      block(stage, [from, from + far * 1.6], [y, y + 0.06], [1.6, 2.2], mix(colours.wall, '#F7F5F0', 0.3)),
  );
  return (
    shell(stage, space) +
    part('window', ports, { 'data-light': stage.shot.light }) +
    part('weather', portWeather(stage)) +
    part('bed', bunk.join('')) +
    door(stage, -0.36 * side) +
    table(stage, 0.42 * side, 1.5, 0.4) +
    lamp(stage, 0.1 * side, 1.6, 0.2, space.top)
  );
}

function portWeather(stage: Stage): string {
  const { shot, colours, height } = stage;
  if (shot.weather !== 'rain' && shot.weather !== 'storm') return '';
  // Streaks of water on the panes: portholes are too small for falling rain.
  const runs: Point[][] = [];
  for (const x of [-0.76, -0.34, -0.1, 0.1, 0.34, 0.76]) {
    const [px, py] = project(stage, x, 0.2, plainRoom.depth);
    for (const off of [-0.5, 0, 0.5])
      runs.push([
        [px + off * 18, py - height * 0.03],
        [px + off * 18 - 2, py + height * 0.03],
      ]);
  }
  return part('rain', strokes(runs, lighter(colours.haze, 0.4), 1.2, { opacity: '.5' }));
}

/** Draw a wide, low hold of steel: ribs overhead, cars or crates on the floor. */
function hold(stage: Stage): string {
  const { colours, shot, dice } = stage;
  const space: Room = { depth: 5, half: 1.5, top: 0.8 };
  let ribs = '';
  for (const depth of [4.4, 3.2, 2.3, 1.65, 1.15, 0.8]) {
    ribs += block(stage, [-1.5, 1.5], [0.62, 0.8], [depth, depth * 1.05], darker(colours.ceiling, 0.24));
  }
  const lanes = strokes(
    [-0.75, 0.05, 0.8].map((x): readonly Point[] => [project(stage, x, -1, 0.4), project(stage, x, -1, 5)]),
    colours.lamp,
    2.2,
    { opacity: '.55' },
  );
  const isGarage = /CAR|GARAGE|PARK|HANGAR|FERRY/.test(shot.place);
  const tones = [darker(colours.wood, 0.1), colours.accent, mix(colours.side, '#E8E2D4', 0.35)] as const;
  const things = [
    [-0.92, 3],
    [0.98, 3.1],
    [-0.98, 2],
    [1.02, 1.95],
  ] as const;
  const cargo = things
    .map(([x, depth]) =>
      isGarage
        ? parkedCar(stage, x, depth, dice.pick(tones))
        : part(
            'crates',
            block(
              stage,
              [x - 0.26, x + 0.26],
              [-1, dice.between(-0.65, -0.2)],
              [depth, depth * 1.2],
              dice.pick(tones),
            ),
          ),
    )
    .join('');
  return (
    shell(stage, space) +
    part('lane', lanes) +
    columns(stage, 1.36, 0.8, [4.2, 2.9, 2.05], colours.side) +
    part('ribs', ribs) +
    [2.8, 1.9, 1.3].map((depth) => lamp(stage, 0.02, depth, 0.2, 0.66)).join('') +
    cargo
  );
}

/** Draw a high hall with columns, a large window and rows of seats. */
function hall(stage: Stage): string {
  const { colours } = stage;
  const space: Room = { depth: 4.4, half: 1.15, top: 1.7 };
  let seats = '';
  for (const depth of [3.6, 3, 2.5, 2.1, 1.8]) {
    for (const [from, to] of [
      [-0.92, -0.2],
      [0.2, 0.92],
    ] as const)
      seats += block(stage, [from, to], [-1, -0.62], [depth, depth * 1.04], colours.wood);
  }
  return (
    shell(stage, space) +
    windowIn(stage, -0.42, 0.42, -0.1, 1.35, space.depth) +
    columns(stage, 1.02, 1.7, [4, 3, 2.2, 1.6], mix(colours.wall, colours.side, 0.5)) +
    part('seats', seats) +
    [3, 2].map((depth) => lamp(stage, 0, depth, 0.7, 1.7)).join('')
  );
}

function cell(stage: Stage): string {
  const { colours } = stage;
  const side = sideOf(stage);
  const space: Room = { ...plainRoom, half: 0.86 };
  const bars: Point[][] = [];
  const at = -0.05 * side;
  for (let index = 0; index < 5; index++) {
    const x = at - 0.16 + index * 0.08;
    bars.push([project(stage, x, 0.36, plainRoom.depth), project(stage, x, 0.72, plainRoom.depth)]);
  }
  const wet = strokes(
    [0.4, -0.2].map((y): readonly Point[] => [project(stage, -0.86, y, 2.2), project(stage, 0.86, y, 2.2)]),
    darker(colours.wall, 0.2),
    1.2,
  );
  return (
    shell(stage, space) +
    part('joints', wet) +
    windowIn(stage, at - 0.18, at + 0.18, 0.36, 0.72) +
    part('bars', strokes(bars, colours.ink, 3)) +
    table(stage, 0.1 * side, 1.5, 0.5) +
    lamp(stage, 0.1 * side, 1.6, 0.42)
  );
}

function ward(stage: Stage): string {
  const { colours, height } = stage;
  const side = sideOf(stage);
  const [x, top] = project(stage, 0.05 * side, 0.1, 2);
  const [, foot] = project(stage, 0.05 * side, -1, 2);
  const curtain = Array.from({ length: 9 }, (_, index): readonly Point[] => {
    const at = -0.95 * side + index * 0.055 * side;
    return [project(stage, at, 0.7, 2.1), project(stage, at, -0.85, 2.1)];
  });
  return (
    shell(stage) +
    sideWindow(stage, side) +
    bed(stage, -0.44 * side) +
    part('curtain', strokes(curtain, mix(colours.pane, colours.wall, 0.5), 9, { opacity: '.8' })) +
    part(
      'drip',
      stroke(
        [
          [x, foot],
          [x, top],
        ],
        colours.wood,
        2.2,
      ) + rect(x - height * 0.016, top, height * 0.032, height * 0.06, lighter(colours.pane, 0.4)),
    ) +
    lamp(stage, 0, 1.7, 0.24)
  );
}

/** Draw a default room, with a table in the light of its window. */
function interior(stage: Stage): string {
  const side = sideOf(stage);
  return (
    shell(stage) +
    sideWindow(stage, side) +
    door(stage, -0.6 * side) +
    table(stage, 0.18 * side, 1.62) +
    lamp(stage, 0.18 * side, 1.7, 0.4)
  );
}

/** Draw walls, a door and a window. The props of the place are added in front. */
function bare(stage: Stage): string {
  const side = sideOf(stage);
  const isShut = /LIFT|ELEVATOR|BATH|TOILET|REST ?ROOM|MORGUE|VAULT|CONTROL|SERVER/.test(stage.shot.place);
  return (
    shell(stage) +
    (isShut ? '' : sideWindow(stage, side)) +
    door(stage, -0.86 * side) +
    lamp(stage, 0.1 * side, 1.7, 0.34)
  );
}

const sets: Record<Inside, (stage: Stage) => string> = {
  room,
  bedroom,
  kitchen,
  bar,
  office,
  corridor,
  car: carInside,
  cabin,
  hold,
  hall,
  cell,
  ward,
  bare,
  interior,
};

/** Draw an indoor place without people. */
export function insideSet(stage: Stage): string {
  return part('set', sets[stage.shot.inside](stage) + drawPlacedProps(stage), {
    'data-setting': 'int',
    'data-place': stage.shot.scenery.name,
  });
}
