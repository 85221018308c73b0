import { defineProp, materialColours, type Prop } from './pen.ts';

const {
  wood,
  darkWood,
  steel,
  darkSteel,
  white,
  paper,
  black,
  red,
  green,
  blue,
  brass,
  stone,
  brick,
  glow,
  sand,
} = materialColours;

/** Furniture of rooms. */
export const furniture: readonly Prop[] = [
  defineProp(
    'table',
    'table, desk',
    'floor',
    1.5,
    0.76,
    (p) =>
      p.box(-0.68, 0, -0.6, 0.7, darkWood) +
      p.box(0.6, 0, 0.68, 0.7, darkWood) +
      p.box(-0.75, 0.68, 0.75, 0.76, wood),
  ),
  defineProp(
    'chair',
    'chair, stool, seat, armchair',
    'floor',
    0.5,
    0.95,
    (p) =>
      p.box(-0.22, 0, -0.17, 0.95, darkWood) +
      p.box(0.17, 0, 0.22, 0.45, darkWood) +
      p.box(-0.22, 0.42, 0.22, 0.48, wood) +
      p.box(-0.22, 0.65, -0.1, 0.9, wood),
  ),
  defineProp(
    'bench',
    'bench, pew',
    'floor',
    1.6,
    0.9,
    (p) =>
      p.box(-0.7, 0, -0.62, 0.45, darkSteel) +
      p.box(0.62, 0, 0.7, 0.45, darkSteel) +
      p.box(-0.8, 0.42, 0.8, 0.48, wood) +
      p.box(-0.8, 0.58, 0.8, 0.68, wood) +
      p.box(-0.8, 0.74, 0.8, 0.84, wood),
  ),
  defineProp(
    'shelf',
    'shelf, shelves, bookcase, bookshelf',
    'floor',
    1.2,
    2,
    (p) =>
      p.box(-0.6, 0, 0.6, 2, darkWood) +
      [0.1, 0.58, 1.06, 1.54]
        .map(
          (y, row) =>
            p.box(-0.54, y, 0.54, y + 0.4, '#3E2E24') +
            [0, 1, 2, 3, 4, 5]
              .map((at) =>
                p.box(
                  -0.5 + at * 0.17,
                  y,
                  -0.37 + at * 0.17,
                  y + 0.24 + ((at * 7 + row * 3) % 4) * 0.035,
                  [red, blue, green, sand, brick, paper][(at + row) % 6] ?? red,
                ),
              )
              .join(''),
        )
        .join(''),
  ),
  defineProp(
    'bed',
    'bed, mattress, cot, bunk, gurney, stretcher',
    'floor',
    2,
    0.9,
    (p) =>
      p.box(-1, 0, -0.92, 0.95, darkWood) +
      p.box(0.92, 0, 1, 0.6, darkWood) +
      p.box(-0.95, 0.2, 0.95, 0.45, white) +
      p.box(-0.5, 0.3, 0.95, 0.52, '#7C93A3') +
      p.oval(-0.72, 0.52, 0.2, 0.08, white),
  ),
  defineProp(
    'wardrobe',
    'wardrobe, closet, cupboard, locker, lockers, cabinet',
    'floor',
    1.2,
    2,
    (p) =>
      p.box(-0.6, 0, 0.6, 2, '#6F5A48') +
      p.line(
        [
          [0, 0.05],
          [0, 1.95],
        ],
        black,
        0.02,
      ) +
      p.disc(-0.08, 1, 0.03, brass) +
      p.disc(0.08, 1, 0.03, brass),
  ),
  defineProp(
    'sink',
    'sink, basin, washbasin',
    'floor',
    0.7,
    0.95,
    (p) =>
      p.box(-0.08, 0, 0.08, 0.7, white) +
      p.poly(
        [
          [-0.32, 0.85],
          [0.32, 0.85],
          [0.2, 0.66],
          [-0.2, 0.66],
        ],
        white,
      ) +
      p.line(
        [
          [0, 0.85],
          [0, 1.02],
          [0.1, 1],
        ],
        steel,
        0.035,
      ),
  ),
  defineProp(
    'bath',
    'bath, bathtub, tub, jacuzzi',
    'floor',
    1.7,
    0.65,
    (p) =>
      p.poly(
        [
          [-0.85, 0.6],
          [0.85, 0.6],
          [0.7, 0.1],
          [-0.7, 0.1],
        ],
        white,
      ) +
      p.box(-0.9, 0.56, 0.9, 0.64, white) +
      p.box(-0.6, 0, -0.5, 0.12, brass) +
      p.box(0.5, 0, 0.6, 0.12, brass) +
      p.line(
        [
          [0.75, 0.64],
          [0.75, 0.82],
          [0.62, 0.8],
        ],
        steel,
        0.04,
      ),
  ),
  defineProp(
    'toilet',
    'toilet, urinal, lavatory',
    'floor',
    0.5,
    0.85,
    (p) =>
      p.box(-0.24, 0.38, -0.05, 0.85, white) +
      p.poly(
        [
          [-0.2, 0.42],
          [0.28, 0.42],
          [0.14, 0.16],
          [0.1, 0],
          [-0.12, 0],
          [-0.12, 0.16],
        ],
        white,
      ),
  ),
  defineProp(
    'stove',
    'stove, oven, cooker, grill',
    'floor',
    0.7,
    0.9,
    (p) =>
      p.box(-0.35, 0, 0.35, 0.9, white) +
      p.box(-0.27, 0.15, 0.27, 0.6, black) +
      [-0.2, 0, 0.2].map((x) => p.disc(x, 0.76, 0.04, darkSteel)).join('') +
      p.box(-0.16, 0.9, 0.16, 1.06, steel),
  ),
  defineProp(
    'fridge',
    'fridge, refrigerator, freezer',
    'floor',
    0.75,
    1.8,
    (p) =>
      p.box(-0.37, 0, 0.37, 1.8, white) +
      p.line(
        [
          [-0.37, 1.2],
          [0.37, 1.2],
        ],
        steel,
        0.02,
      ) +
      p.box(-0.3, 1.28, -0.25, 1.6, steel) +
      p.box(-0.3, 0.7, -0.25, 1.1, steel),
  ),
  defineProp(
    'blackboard',
    'blackboard, chalkboard, whiteboard',
    'wall',
    2.4,
    1.2,
    (p) =>
      p.box(-1.2, -0.6, 1.2, 0.6, wood) +
      p.box(-1.12, -0.52, 1.12, 0.52, '#2F4A3E') +
      [0.25, 0, -0.25]
        .map((y, at) =>
          p.line(
            [
              [-0.9, y],
              [0.3 - at * 0.3, y + 0.02],
            ],
            white,
            0.02,
          ),
        )
        .join(''),
  ),
  defineProp(
    'lectern',
    'lectern, podium, pulpit, altar',
    'floor',
    0.7,
    1.2,
    (p) =>
      p.poly(
        [
          [-0.22, 0],
          [0.22, 0],
          [0.3, 1.1],
          [-0.3, 1.1],
        ],
        wood,
      ) +
      p.poly(
        [
          [-0.36, 1.06],
          [0.36, 1.16],
          [0.36, 1.24],
          [-0.36, 1.12],
        ],
        darkWood,
      ),
  ),
  defineProp(
    'piano',
    'piano, keyboard player, organ',
    'floor',
    1.5,
    1.25,
    (p) =>
      p.box(-0.75, 0, 0.75, 1.25, black) +
      p.box(-0.78, 0.62, 0.78, 0.72, white) +
      [-0.6, -0.4, -0.1, 0.1, 0.35, 0.55].map((x) => p.box(x, 0.66, x + 0.06, 0.72, black)).join(''),
  ),
  defineProp(
    'fireplace',
    'fireplace, fire place, hearth, mantel, mantelpiece',
    'floor',
    1.6,
    1.3,
    (p) =>
      p.box(-0.8, 0, 0.8, 1.2, stone) +
      p.box(-0.9, 1.2, 0.9, 1.32, darkWood) +
      p.box(-0.45, 0, 0.45, 0.8, black) +
      p.poly(
        [
          [-0.3, 0.05],
          [-0.2, 0.45],
          [-0.05, 0.25],
          [0.05, 0.6],
          [0.15, 0.3],
          [0.3, 0.4],
          [0.32, 0.05],
        ],
        '#E07A35',
      ) +
      p.poly(
        [
          [-0.15, 0.05],
          [0, 0.38],
          [0.15, 0.05],
        ],
        glow,
      ),
  ),
];
