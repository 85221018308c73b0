import { darker, lighter, mix } from '../colour.ts';
import { halo } from '../sky.ts';
import { isDark, project, type Stage } from '../stage.ts';
import { circle, ellipse, part, polygon, rect, rects, stroke } from '../svg.ts';
import { block, plainRoom, wide } from './room.ts';

type Box = readonly [number, number, number, number];

/** Draw a table with four legs, and a chair at each end. */
export function table(stage: Stage, x: number, depth: number, width = 0.62): string {
  const { colours } = stage;
  const half = wide(stage, width);
  const leg = wide(stage, 0.035);
  const far = depth * 1.22;
  const legs = [x - half, x + half - leg].flatMap((left) => [
    block(stage, [left, left + leg], [-1, -0.52], [far, far], darker(colours.wood, 0.2)),
    block(stage, [left, left + leg], [-1, -0.52], [depth, depth], colours.wood),
  ]);
  return part(
    'table',
    chair(stage, x - half * 0.5, far) +
      chair(stage, x + half * 0.5, far) +
      legs.join('') +
      block(
        stage,
        [x - half * 1.06, x + half * 1.06],
        [-0.53, -0.48],
        [depth * 0.97, far * 1.03],
        lighter(colours.wood, 0.1),
      ),
  );
}

function chair(stage: Stage, x: number, depth: number): string {
  const half = wide(stage, 0.13);
  const tone = darker(stage.colours.wood, 0.12);
  return (
    block(stage, [x - half, x - half * 0.8], [-1, -0.2], [depth, depth], tone) +
    block(stage, [x + half * 0.8, x + half], [-1, -0.2], [depth, depth], tone) +
    block(stage, [x - half, x + half], [-0.34, -0.2], [depth, depth], tone) +
    block(stage, [x - half, x + half], [-0.66, -0.6], [depth, depth], tone)
  );
}

export function bed(stage: Stage, x: number): string {
  const { colours } = stage;
  const half = wide(stage, 0.62);
  const sheet = mix(colours.wall, '#F7F5F0', isDark(stage) ? 0.22 : 0.6);
  const cover = mix(colours.accent, colours.side, isDark(stage) ? 0.55 : 0.35);
  const [near, far] = [1.45, 2.15];
  return part(
    'bed',
    block(stage, [x - half * 1.06, x + half * 1.06], [-1, -0.22], [far, far], colours.wood) +
      block(stage, [x - half, x + half], [-0.92, -0.62], [near, far], sheet) +
      block(stage, [x - half * 0.86, x - half * 0.1], [-0.62, -0.5], [far * 0.93, far], lighter(sheet, 0.4)) +
      block(stage, [x + half * 0.1, x + half * 0.86], [-0.62, -0.5], [far * 0.93, far], lighter(sheet, 0.4)) +
      block(stage, [x - half * 1.02, x + half * 1.02], [-0.9, -0.585], [near * 0.99, near * 1.27], cover) +
      block(stage, [x - half * 1.06, x + half * 1.06], [-1, -0.78], [near * 0.97, near * 0.98], colours.wood),
  );
}

export function sofa(stage: Stage, x: number): string {
  const { colours } = stage;
  const half = wide(stage, 0.72);
  const arm = wide(stage, 0.14);
  const cloth = mix(colours.accent, colours.wood, isDark(stage) ? 0.6 : 0.4);
  const [near, far] = [1.62, 2.02];
  return part(
    'sofa',
    block(stage, [x - half, x + half], [-0.95, -0.34], [far, far * 1.05], darker(cloth, 0.12)) +
      block(stage, [x - half, x + half], [-0.95, -0.62], [near, far], cloth) +
      block(stage, [x - half - arm, x - half], [-0.95, -0.48], [near * 0.98, far], darker(cloth, 0.06)) +
      block(stage, [x + half, x + half + arm], [-0.95, -0.48], [near * 0.98, far], darker(cloth, 0.06)),
  );
}

/** Draw a lamp on a thin foot. */
export function floorLamp(stage: Stage, x: number, depth: number): string {
  const { colours, height } = stage;
  const [px, foot] = project(stage, x, -1, depth);
  const [, top] = project(stage, x, 0.12, depth);
  const size = (height * 0.085) / depth;
  return part(
    'lamp',
    (isDark(stage) ? halo(stage, px, top, height * 0.34) : '') +
      stroke(
        [
          [px, foot],
          [px, top],
        ],
        colours.wood,
        3,
      ) +
      ellipse(px, foot, size * 0.6, size * 0.14, colours.wood) +
      polygon(
        [
          [px - size * 0.5, top - size * 0.7],
          [px + size * 0.5, top - size * 0.7],
          [px + size, top + size * 0.5],
          [px - size, top + size * 0.5],
        ],
        isDark(stage) ? '#F9DDA4' : lighter(colours.wall, 0.4),
      ),
    { 'data-lit': isDark(stage) ? 'yes' : 'no' },
  );
}

/** Draw shelves on the back wall with bottles or books on them. */
export function shelves(stage: Stage, from: number, to: number, kind: 'bottles' | 'books'): string {
  const { colours, dice } = stage;
  const [left, top] = project(stage, from, 0.52, plainRoom.depth);
  const [right, bottom] = project(stage, to, kind === 'books' ? -0.98 : -0.42, plainRoom.depth);
  const rows = kind === 'books' ? 5 : 3;
  const step = (bottom - top) / rows;
  const tones = [
    colours.accent,
    mix(colours.wood, colours.lamp, 0.5),
    mix(colours.wall, colours.pane, 0.5),
    darker(colours.side, 0.3),
    '#3E6B5A',
  ] as const;
  const things: Box[][] = tones.map(() => []);
  for (let row = 0; row < rows; row++) {
    const base = top + (row + 1) * step;
    let x = left + 4;
    while (x < right - 10) {
      const thing = dice.between(kind === 'books' ? 3 : 5, kind === 'books' ? 8 : 9);
      const tall = step * dice.between(0.5, 0.82);
      const list = things[dice.whole(0, tones.length - 1)];
      if (dice.chance(0.88)) {
        list?.push([
          x,
          base - tall * (kind === 'books' ? 1 : 0.7),
          thing,
          tall * (kind === 'books' ? 1 : 0.7),
        ]);
        if (kind === 'bottles') list?.push([x + thing * 0.33, base - tall, thing * 0.34, tall * 0.32]);
      }
      x += thing + (kind === 'books' ? 0.8 : 4);
    }
  }
  const boards = Array.from(
    { length: rows + 1 },
    (_, row): Box => [left, top + row * step - 1.5, right - left, 3],
  );
  return part(
    'shelves',
    rect(left, top, right - left, bottom - top, darker(colours.wall, 0.35)) +
      tones.map((tone, index) => rects(things[index] ?? [], tone)).join('') +
      rects(
        [...boards, [left - 2, top - 2, 4, bottom - top + 4], [right - 2, top - 2, 4, bottom - top + 4]],
        colours.wood,
      ),
  );
}

/** Draw a counter across the room with stools in front of it. */
export function counter(stage: Stage): string {
  const { colours } = stage;
  const [near, far] = [1.62, 1.84];
  let stools = '';
  for (const x of [-0.72, -0.36, 0, 0.36, 0.72]) {
    const [px, foot] = project(stage, x, -1, near * 0.9);
    const [, top] = project(stage, x, -0.52, near * 0.9);
    const size = stage.height * 0.036;
    stools +=
      stroke(
        [
          [px, foot],
          [px, top],
        ],
        darker(colours.wood, 0.3),
        3,
      ) +
      ellipse(px, foot, size * 0.7, size * 0.18, darker(colours.wood, 0.3)) +
      ellipse(px, top, size, size * 0.3, mix(colours.accent, colours.wood, 0.35));
  }
  return part(
    'counter',
    block(stage, [-1.2, 1.2], [-1, -0.36], [near, far], colours.wood) +
      block(stage, [-1.2, 1.2], [-0.37, -0.31], [near * 0.97, far], lighter(colours.wood, 0.22)) +
      stools,
  );
}

export function desk(stage: Stage, x: number): string {
  const { colours } = stage;
  const half = wide(stage, 0.62);
  const [near, far] = [1.62, 1.95];
  const [lx, ly] = project(stage, x + half * 0.66, -0.46, near * 1.1);
  const size = stage.height * 0.05;
  const glow = isDark(stage) ? halo(stage, lx - size * 0.3, ly - size * 0.9, stage.height * 0.24) : '';
  return part(
    'desk',
    block(stage, [x - half, x - half * 0.55], [-1, -0.5], [near, far], colours.wood) +
      block(stage, [x + half * 0.55, x + half], [-1, -0.5], [near, far], colours.wood) +
      block(
        stage,
        [x - half * 1.05, x + half * 1.05],
        [-0.52, -0.46],
        [near * 0.98, far],
        lighter(colours.wood, 0.12),
      ) +
      block(
        stage,
        [x - half * 0.5, x - half * 0.02],
        [-0.46, -0.16],
        [near * 1.12, near * 1.13],
        darker(colours.wood, 0.35),
      ) +
      glow +
      stroke(
        [
          [lx, ly],
          [lx, ly - size * 1.3],
          [lx - size * 0.6, ly - size * 1.6],
        ],
        colours.wood,
        2.4,
      ) +
      polygon(
        [
          [lx - size * 1.1, ly - size * 1.2],
          [lx - size * 0.1, ly - size * 1.5],
          [lx - size * 0.4, ly - size * 1.9],
          [lx - size * 0.9, ly - size * 1.75],
        ],
        colours.accent,
      ),
  );
}

/** Draw cupboards, a stove and a sink along the back wall. */
export function kitchenLine(stage: Stage): string {
  const { colours } = stage;
  const front = mix(colours.wall, colours.wood, 0.42);
  const [near, far] = [1.9, 2.2];
  const step = 2 / 6;
  let doors = '';
  for (let index = 0; index < 6; index++) {
    const x = -1 + index * step;
    doors += block(stage, [x + 0.015, x + step - 0.015], [-0.95, -0.52], [near, near], lighter(front, 0.08));
    if (index < 2 || index > 3)
      doors += block(
        stage,
        [x + 0.015, x + step - 0.015],
        [0.24, 0.66],
        [near * 1.06, near * 1.06],
        lighter(front, 0.02),
      );
  }
  const [px, py] = project(stage, 0.62, -0.42, 2);
  return part(
    'kitchen',
    block(stage, [-1, 1], [-1, -0.48], [near, far], front) +
      doors +
      block(stage, [-1, 1], [-0.49, -0.43], [near * 0.98, far], lighter(colours.floor, 0.3)) +
      rect(px - 14, py - 20, 28, 18, colours.accent) +
      rect(px - 17, py - 22, 34, 4, darker(colours.accent, 0.3)),
  );
}

/** Draw two rows of columns or ribs. */
export function columns(
  stage: Stage,
  at: number,
  top: number,
  depths: readonly number[],
  fill: string,
): string {
  let all = '';
  for (const depth of depths) {
    const half = wide(stage, 0.1);
    for (const x of [-at, at]) {
      all += block(stage, [x - half, x + half], [-1, top], [depth, depth * 1.08], fill);
      all += block(
        stage,
        [x - half * 1.35, x + half * 1.35],
        [-1, -0.9],
        [depth * 0.985, depth * 1.1],
        darker(fill, 0.12),
      );
    }
  }
  return part('columns', all);
}

/** Draw a parked car from behind. */
export function parkedCar(stage: Stage, x: number, depth: number, tone: string): string {
  const { height } = stage;
  const [px, foot] = project(stage, x, -1, depth);
  const size = (height * 0.3) / depth;
  const glass = mix(tone, stage.colours.pane, 0.35);
  return part(
    'car',
    ellipse(px, foot, size * 1.15, size * 0.12, '#0A0B0D', { opacity: '.4' }) +
      rects(
        [
          [px - size * 0.92, foot - size * 0.3, size * 0.26, size * 0.3],
          [px + size * 0.66, foot - size * 0.3, size * 0.26, size * 0.3],
        ],
        '#101113',
      ) +
      polygon(
        [
          [px - size, foot - size * 0.16],
          [px - size * 1.02, foot - size * 0.62],
          [px - size * 0.86, foot - size * 0.78],
          [px - size * 0.62, foot - size * 1.2],
          [px + size * 0.62, foot - size * 1.2],
          [px + size * 0.86, foot - size * 0.78],
          [px + size * 1.02, foot - size * 0.62],
          [px + size, foot - size * 0.16],
        ],
        tone,
      ) +
      polygon(
        [
          [px - size * 0.7, foot - size * 0.8],
          [px - size * 0.54, foot - size * 1.12],
          [px + size * 0.54, foot - size * 1.12],
          [px + size * 0.7, foot - size * 0.8],
        ],
        glass,
      ) +
      rects(
        [
          [px - size * 0.94, foot - size * 0.62, size * 0.24, size * 0.14],
          [px + size * 0.7, foot - size * 0.62, size * 0.24, size * 0.14],
        ],
        '#C4472E',
      ) +
      rect(px - size * 0.2, foot - size * 0.5, size * 0.4, size * 0.13, lighter(tone, 0.6)) +
      circle(px, foot - size * 0.66, size * 0.04, lighter(tone, 0.5)),
  );
}
