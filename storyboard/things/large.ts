import { stuff, type Thing, thing } from './pen.ts';

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
  leaf,
  blue,
  yellow,
  brass,
  stone,
  brick,
  glass,
  water,
  glow,
  sand,
} = stuff;

/** Furniture and what else stands on floors. */
export const furniture: readonly Thing[] = [
  thing(
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
  thing(
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
  thing(
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
  thing(
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
  thing(
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
  thing(
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
  thing(
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
  thing(
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
  thing(
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
  thing(
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
  thing(
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
  thing(
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
  thing(
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
  thing(
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
  thing(
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
  thing(
    'plant',
    'potted plant, pot plant, house ?plant, fern',
    'floor',
    0.7,
    1.2,
    (p) =>
      p.poly(
        [
          [-0.18, 0.4],
          [0.18, 0.4],
          [0.13, 0],
          [-0.13, 0],
        ],
        brick,
      ) +
      [
        [-0.3, 0.9],
        [-0.12, 1.15],
        [0.1, 1.2],
        [0.3, 0.95],
        [0.36, 0.7],
        [-0.36, 0.7],
      ]
        .map(([x, y]) =>
          p.line(
            [
              [0, 0.4],
              [x as number, y as number],
            ],
            leaf,
            0.08,
          ),
        )
        .join(''),
  ),
  thing(
    'crate',
    'crate, crates, pallet',
    'floor',
    1,
    0.9,
    (p) =>
      p.box(-0.5, 0, 0.5, 0.9, '#9A7448') +
      p.line(
        [
          [-0.46, 0.05],
          [0.46, 0.85],
        ],
        darkWood,
        0.06,
      ) +
      p.box(-0.5, 0.82, 0.5, 0.9, '#7F5F3A') +
      p.box(-0.5, 0, 0.5, 0.08, '#7F5F3A'),
  ),
  thing(
    'barrel',
    'barrel, barrels, keg, oil drum',
    'floor',
    0.7,
    0.95,
    (p) =>
      p.poly(
        [
          [-0.28, 0],
          [0.28, 0],
          [0.36, 0.45],
          [0.28, 0.95],
          [-0.28, 0.95],
          [-0.36, 0.45],
        ],
        '#8A6542',
      ) +
      p.box(-0.34, 0.2, 0.34, 0.27, darkSteel) +
      p.box(-0.34, 0.68, 0.34, 0.75, darkSteel),
  ),
  thing(
    'ladder',
    'ladder, stepladder',
    'floor',
    0.6,
    2.6,
    (p) =>
      p.line(
        [
          [-0.22, 0],
          [-0.14, 2.6],
        ],
        wood,
        0.06,
      ) +
      p.line(
        [
          [0.22, 0],
          [0.14, 2.6],
        ],
        wood,
        0.06,
      ) +
      [0.4, 0.8, 1.2, 1.6, 2, 2.4]
        .map((y) =>
          p.line(
            [
              [-0.2, y],
              [0.2, y],
            ],
            wood,
            0.05,
          ),
        )
        .join(''),
  ),
  thing(
    'coffin',
    'coffin, casket',
    'floor',
    2,
    0.9,
    (p) =>
      p.box(-0.8, 0, -0.7, 0.4, black) +
      p.box(0.7, 0, 0.8, 0.4, black) +
      p.poly(
        [
          [-1, 0.45],
          [-0.9, 0.38],
          [0.9, 0.38],
          [1, 0.45],
          [1, 0.8],
          [0.9, 0.92],
          [-0.9, 0.92],
          [-1, 0.8],
        ],
        darkWood,
      ) +
      p.line(
        [
          [-0.7, 0.6],
          [0.7, 0.6],
        ],
        brass,
        0.04,
      ),
  ),
  thing(
    'throne',
    'throne',
    'floor',
    1,
    2,
    (p) =>
      p.poly(
        [
          [-0.45, 0.4],
          [0.45, 0.4],
          [0.45, 1.8],
          [0, 2.15],
          [-0.45, 1.8],
        ],
        red,
      ) +
      p.box(-0.55, 0, 0.55, 0.5, brass) +
      p.box(-0.6, 0.5, -0.45, 0.85, brass) +
      p.box(0.45, 0.5, 0.6, 0.85, brass),
  ),
  thing(
    'statue',
    'statue, sculpture, monument, idol',
    'floor',
    0.9,
    2.6,
    (p) =>
      p.box(-0.45, 0, 0.45, 0.8, stone) +
      p.poly(
        [
          [-0.25, 0.8],
          [0.25, 0.8],
          [0.18, 1.6],
          [0.3, 2],
          [0, 2.2],
          [-0.3, 2],
          [-0.18, 1.6],
        ],
        '#B9B4A6',
      ) +
      p.disc(0, 2.38, 0.17, '#B9B4A6'),
  ),
  thing(
    'console',
    'console, control panel, controls, instruments, servers, server, machine, generator, computers',
    'floor',
    1.6,
    1.4,
    (p) =>
      p.poly(
        [
          [-0.8, 0],
          [0.8, 0],
          [0.8, 0.75],
          [-0.8, 0.75],
        ],
        darkSteel,
      ) +
      p.poly(
        [
          [-0.8, 0.75],
          [0.8, 0.75],
          [0.7, 1.4],
          [-0.7, 1.4],
        ],
        '#38424A',
      ) +
      [-0.45, 0, 0.45]
        .map((x, at) => p.box(x - 0.17, 0.95, x + 0.17, 1.28, ['#8BD0C0', '#9CC7D8', '#E0A35A'][at] ?? glass))
        .join('') +
      [-0.6, -0.4, -0.2, 0.2, 0.4, 0.6]
        .map((x, at) => p.disc(x, 0.55, 0.035, at % 2 ? red : yellow))
        .join(''),
  ),
  thing(
    'bars',
    'cell bars, prison bars, bars of, cage',
    'floor',
    2.4,
    2.3,
    (p) =>
      [-1.1, -0.7, -0.3, 0.1, 0.5, 0.9]
        .map((x) =>
          p.line(
            [
              [x, 0],
              [x, 2.3],
            ],
            darkSteel,
            0.05,
          ),
        )
        .join('') +
      p.box(-1.2, 2.2, 1.1, 2.3, darkSteel) +
      p.box(-1.2, 0.95, 1.1, 1.02, darkSteel),
  ),
  thing(
    'counter',
    'counter, till, checkout, cash register, reception desk',
    'floor',
    2.2,
    1.1,
    (p) =>
      p.box(-1.1, 0, 1.1, 1, wood) +
      p.box(-1.18, 1, 1.18, 1.08, darkWood) +
      p.box(0.5, 1.08, 0.9, 1.4, darkSteel),
  ),
  thing(
    'microphone',
    'microphone, mic, mike stand',
    'floor',
    0.4,
    1.6,
    (p) =>
      p.line(
        [
          [0, 0],
          [0, 1.5],
        ],
        black,
        0.035,
      ) +
      p.oval(0, 0.02, 0.2, 0.04, black) +
      p.disc(0, 1.56, 0.06, steel),
  ),
  thing(
    'weights',
    'treadmill, weights, dumbbell, barbell, punching bag',
    'floor',
    1.4,
    1.5,
    (p) =>
      p.line(
        [
          [-0.6, 0],
          [-0.6, 1.3],
        ],
        darkSteel,
        0.07,
      ) +
      p.line(
        [
          [0.6, 0],
          [0.6, 1.3],
        ],
        darkSteel,
        0.07,
      ) +
      p.line(
        [
          [-0.8, 1.2],
          [0.8, 1.2],
        ],
        steel,
        0.05,
      ) +
      p.disc(-0.75, 1.2, 0.24, black) +
      p.disc(0.75, 1.2, 0.24, black),
  ),
  thing(
    'stairs',
    'stairs, staircase, steps',
    'floor',
    2.4,
    2.2,
    (p) =>
      [0, 1, 2, 3, 4, 5, 6]
        .map((at) => p.box(-1.2 + at * 0.34, 0, 1.2, 0.3 + at * 0.3, at % 2 ? '#8A6F55' : '#977B5F'))
        .join('') +
      p.line(
        [
          [-1.2, 1.2],
          [1.1, 3.2],
        ],
        darkWood,
        0.07,
      ),
  ),
  thing('curtain', 'curtain, curtains, drape, drapes', 'floor', 1.2, 2.5, (p) =>
    [-0.5, -0.25, 0, 0.25]
      .map((x) =>
        p.poly(
          [
            [x, 0],
            [x + 0.28, 0],
            [x + 0.24, 2.5],
            [x + 0.04, 2.5],
          ],
          '#8C3F35',
        ),
      )
      .join(''),
  ),
  thing(
    'iv',
    'iv drip, drip, heart monitor, ventilator, iv',
    'floor',
    0.6,
    1.8,
    (p) =>
      p.line(
        [
          [0, 0],
          [0, 1.75],
        ],
        steel,
        0.035,
      ) +
      p.box(-0.12, 1.35, 0.12, 1.7, glass) +
      p.box(0.12, 0.9, 0.5, 1.25, black) +
      p.line(
        [
          [0.16, 1.05],
          [0.24, 1.05],
          [0.28, 1.17],
          [0.33, 0.97],
          [0.37, 1.05],
          [0.46, 1.05],
        ],
        '#8BD0A0',
        0.018,
      ),
  ),
];

/** What stands outside. */
export const outdoorThings: readonly Thing[] = [
  thing(
    'tree',
    'tree, trees, oak, pine, willow',
    'floor',
    2.6,
    4.6,
    (p) =>
      p.poly(
        [
          [-0.16, 0],
          [0.16, 0],
          [0.1, 2.2],
          [-0.1, 2.2],
        ],
        darkWood,
      ) +
      p.disc(-0.6, 2.7, 0.8, leaf) +
      p.disc(0.6, 2.8, 0.85, leaf) +
      p.disc(0, 3.6, 1, leaf),
  ),
  thing(
    'palm',
    'palm, palms, palm tree',
    'floor',
    2.4,
    5,
    (p) =>
      p.line(
        [
          [0, 0],
          [0.2, 2],
          [0.15, 4.2],
        ],
        '#8A6A48',
        0.2,
      ) +
      [
        [-1.2, 3.9],
        [-0.9, 4.8],
        [0.4, 5.1],
        [1.3, 4.6],
        [1.4, 3.8],
      ]
        .map(([x, y]) =>
          p.line(
            [
              [0.15, 4.2],
              [x as number, y as number],
            ],
            leaf,
            0.24,
          ),
        )
        .join(''),
  ),
  thing(
    'bush',
    'bush, bushes, hedge, shrub, undergrowth',
    'floor',
    1.6,
    1.1,
    (p) => p.disc(-0.45, 0.42, 0.44, leaf) + p.disc(0.45, 0.4, 0.42, leaf) + p.disc(0, 0.58, 0.52, leaf),
  ),
  thing(
    'grave',
    'grave, gravestone, tombstone, headstone, tomb',
    'floor',
    0.8,
    1.1,
    (p) =>
      p.poly(
        [
          [-0.35, 0],
          [0.35, 0],
          [0.35, 0.8],
          [0.2, 1.05],
          [-0.2, 1.05],
          [-0.35, 0.8],
        ],
        stone,
      ) +
      p.line(
        [
          [0, 0.45],
          [0, 0.9],
        ],
        darkSteel,
        0.05,
      ) +
      p.line(
        [
          [-0.14, 0.75],
          [0.14, 0.75],
        ],
        darkSteel,
        0.05,
      ),
  ),
  thing(
    'cross',
    'crucifix, wooden cross, stone cross',
    'floor',
    1,
    1.9,
    (p) => p.box(-0.09, 0, 0.09, 1.9, darkWood) + p.box(-0.45, 1.25, 0.45, 1.43, darkWood),
  ),
  thing(
    'fence',
    'fence, railing, barbed wire',
    'floor',
    3,
    1.2,
    (p) =>
      [-1.4, -0.7, 0, 0.7, 1.4].map((x) => p.box(x - 0.06, 0, x + 0.06, 1.2, darkWood)).join('') +
      p.box(-1.5, 0.35, 1.5, 0.45, wood) +
      p.box(-1.5, 0.85, 1.5, 0.95, wood),
  ),
  thing(
    'gate',
    'gate, gates, barrier',
    'floor',
    3,
    2.2,
    (p) =>
      p.box(-1.5, 0, -1.2, 2.2, brick) +
      p.box(1.2, 0, 1.5, 2.2, brick) +
      [-1, -0.7, -0.4, -0.1, 0.2, 0.5, 0.8]
        .map((x) =>
          p.line(
            [
              [x + 0.1, 0.05],
              [x + 0.1, 1.8],
            ],
            black,
            0.05,
          ),
        )
        .join('') +
      p.line(
        [
          [-1.2, 1.5],
          [1.2, 1.5],
        ],
        black,
        0.06,
      ),
  ),
  thing(
    'well',
    'fountain, wishing well, water well, well shaft',
    'floor',
    1.8,
    1.6,
    (p) =>
      p.poly(
        [
          [-0.9, 0],
          [0.9, 0],
          [0.8, 0.6],
          [-0.8, 0.6],
        ],
        stone,
      ) +
      p.oval(0, 0.6, 0.8, 0.14, water) +
      p.box(-0.1, 0.6, 0.1, 1.2, stone) +
      p.oval(0, 1.2, 0.4, 0.1, stone) +
      p.line(
        [
          [-0.3, 0.75],
          [-0.1, 1.5],
          [0, 1.6],
          [0.1, 1.5],
          [0.3, 0.75],
        ],
        '#CFE2E4',
        0.04,
      ),
  ),
  thing(
    'swing',
    'swing ?set, the swings?, a swing',
    'floor',
    2.6,
    2.3,
    (p) =>
      p.line(
        [
          [-1.3, 0],
          [-1, 2.2],
          [-0.7, 0],
        ],
        red,
        0.09,
      ) +
      p.line(
        [
          [0.7, 0],
          [1, 2.2],
          [1.3, 0],
        ],
        red,
        0.09,
      ) +
      p.line(
        [
          [-1, 2.2],
          [1, 2.2],
        ],
        red,
        0.09,
      ) +
      p.line(
        [
          [-0.3, 2.2],
          [-0.3, 0.6],
        ],
        black,
        0.03,
      ) +
      p.line(
        [
          [0.2, 2.2],
          [0.2, 0.6],
        ],
        black,
        0.03,
      ) +
      p.box(-0.36, 0.55, 0.26, 0.62, wood),
  ),
  thing(
    'slide',
    'playground slide, jungle gym, monkey bars, the slide',
    'floor',
    2.6,
    2.1,
    (p) =>
      p.line(
        [
          [-1, 0],
          [-1, 1.7],
        ],
        blue,
        0.08,
      ) +
      p.line(
        [
          [-0.6, 0],
          [-0.6, 1.7],
        ],
        blue,
        0.08,
      ) +
      [0.4, 0.8, 1.2]
        .map((y) =>
          p.line(
            [
              [-1, y],
              [-0.6, y],
            ],
            blue,
            0.05,
          ),
        )
        .join('') +
      p.poly(
        [
          [-0.65, 1.6],
          [-0.45, 1.6],
          [1.1, 0.15],
          [1.3, 0.15],
          [1.3, 0.05],
          [1, 0.05],
        ],
        yellow,
      ),
  ),
  thing(
    'tent',
    'tent, tents, tepee, yurt',
    'floor',
    3,
    2,
    (p) =>
      p.poly(
        [
          [-1.5, 0],
          [0, 2],
          [1.5, 0],
        ],
        '#C6A468',
      ) +
      p.poly(
        [
          [-0.35, 0],
          [0, 1.5],
          [0.35, 0],
        ],
        '#4A3F30',
      ),
  ),
  thing(
    'campfire',
    'campfire, bonfire, flames, fire pit, the fire, burning',
    'floor',
    1.2,
    1.1,
    (p) =>
      p.line(
        [
          [-0.5, 0.05],
          [0.4, 0.2],
        ],
        darkWood,
        0.13,
      ) +
      p.line(
        [
          [0.5, 0.05],
          [-0.4, 0.2],
        ],
        darkWood,
        0.13,
      ) +
      p.poly(
        [
          [-0.35, 0.15],
          [-0.25, 0.6],
          [-0.08, 0.4],
          [0.05, 1.05],
          [0.2, 0.45],
          [0.32, 0.65],
          [0.38, 0.15],
        ],
        '#E07A35',
      ) +
      p.poly(
        [
          [-0.15, 0.15],
          [0.03, 0.65],
          [0.18, 0.15],
        ],
        glow,
      ),
  ),
  thing(
    'car',
    'car, cars, sedan, mazda, ford, toyota, honda, police car, convertible, suv, chevy, mustang',
    'floor',
    4.2,
    1.5,
    (p) =>
      p.poly(
        [
          [-2.1, 0.35],
          [-2.05, 0.8],
          [-1.3, 0.9],
          [-0.8, 1.42],
          [0.7, 1.42],
          [1.3, 0.92],
          [2, 0.8],
          [2.1, 0.35],
        ],
        '#8C3F35',
      ) +
      p.poly(
        [
          [-1.1, 0.92],
          [-0.7, 1.32],
          [-0.05, 1.32],
          [-0.05, 0.92],
        ],
        glass,
      ) +
      p.poly(
        [
          [0.05, 0.92],
          [0.05, 1.32],
          [0.65, 1.32],
          [1.1, 0.92],
        ],
        glass,
      ) +
      p.disc(-1.25, 0.34, 0.34, black) +
      p.disc(-1.25, 0.34, 0.16, steel) +
      p.disc(1.3, 0.34, 0.34, black) +
      p.disc(1.3, 0.34, 0.16, steel) +
      p.disc(2, 0.62, 0.09, glow),
  ),
  thing(
    'truck',
    'truck, lorry, pickup, ambulance, fire engine',
    'floor',
    5.5,
    2.6,
    (p) =>
      p.box(-2.7, 0.6, 0.9, 2.6, '#9A9F9C') +
      p.poly(
        [
          [0.9, 0.5],
          [0.9, 2.1],
          [1.8, 2.1],
          [2.3, 1.3],
          [2.7, 1.2],
          [2.7, 0.5],
        ],
        '#47709A',
      ) +
      p.poly(
        [
          [1.1, 1.3],
          [1.1, 1.95],
          [1.7, 1.95],
          [2.05, 1.3],
        ],
        glass,
      ) +
      [-2, -1.1, 1.9].map((x) => p.disc(x, 0.45, 0.45, black) + p.disc(x, 0.45, 0.18, steel)).join(''),
  ),
  thing(
    'van',
    'van, minivan, camper, rv',
    'floor',
    4.4,
    2,
    (p) =>
      p.poly(
        [
          [-2.2, 0.4],
          [-2.2, 2],
          [1.2, 2],
          [1.8, 1.25],
          [2.2, 1.1],
          [2.2, 0.4],
        ],
        '#D8D2C2',
      ) +
      p.poly(
        [
          [0.5, 1.2],
          [0.5, 1.85],
          [1.1, 1.85],
          [1.55, 1.2],
        ],
        glass,
      ) +
      p.box(-1.6, 1.2, 0.1, 1.8, glass) +
      p.disc(-1.4, 0.38, 0.38, black) +
      p.disc(1.4, 0.38, 0.38, black),
  ),
  thing(
    'bus',
    'bus, school bus, coach',
    'floor',
    7,
    2.8,
    (p) =>
      p.box(-3.4, 0.5, 3.4, 2.8, yellow) +
      [-2.9, -1.8, -0.7, 0.4, 1.5].map((x) => p.box(x, 1.6, x + 0.9, 2.45, glass)).join('') +
      p.box(2.6, 0.7, 3.2, 2.5, glass) +
      p.disc(-2.2, 0.5, 0.5, black) +
      p.disc(2, 0.5, 0.5, black),
  ),
  thing(
    'motorbike',
    'motorbike, motorcycle, scooter, moped, vespa',
    'floor',
    2,
    1.1,
    (p) =>
      p.disc(-0.7, 0.34, 0.34, black) +
      p.disc(0.7, 0.34, 0.34, black) +
      p.disc(-0.7, 0.34, 0.14, steel) +
      p.disc(0.7, 0.34, 0.14, steel) +
      p.poly(
        [
          [-0.6, 0.6],
          [0.3, 0.6],
          [0.45, 0.85],
          [-0.1, 0.9],
          [-0.6, 0.75],
        ],
        red,
      ) +
      p.line(
        [
          [0.7, 0.34],
          [0.45, 1.05],
          [0.3, 1.08],
        ],
        darkSteel,
        0.06,
      ),
  ),
  thing(
    'bicycle',
    'bicycle, bike, tricycle',
    'floor',
    1.8,
    1.1,
    (p) =>
      [-0.55, 0.55]
        .map((x) =>
          p.line(
            Array.from(
              { length: 15 },
              (_, at) =>
                [x + Math.cos((at / 14) * 6.283) * 0.33, 0.34 + Math.sin((at / 14) * 6.283) * 0.33] as const,
            ),
            black,
            0.035,
          ),
        )
        .join('') +
      p.line(
        [
          [-0.55, 0.34],
          [-0.2, 0.8],
          [0.4, 0.75],
          [0, 0.34],
          [-0.55, 0.34],
        ],
        blue,
        0.045,
      ) +
      p.line(
        [
          [0.55, 0.34],
          [0.38, 0.95],
          [0.25, 1],
        ],
        blue,
        0.045,
      ) +
      p.line(
        [
          [0, 0.34],
          [-0.22, 0.9],
        ],
        blue,
        0.04,
      ) +
      p.box(-0.32, 0.88, -0.1, 0.94, black),
  ),
  thing(
    'train',
    'train(?! (?:him|her|to|for)), locomotive, subway train, carriage, tram',
    'floor',
    9,
    3.2,
    (p) =>
      p.poly(
        [
          [-4.5, 0.5],
          [4, 0.5],
          [4.6, 1.4],
          [4.2, 3],
          [-4.5, 3],
        ],
        '#5C6E78',
      ) +
      [-4, -2.8, -1.6, -0.4, 0.8, 2].map((x) => p.box(x, 1.6, x + 0.9, 2.5, glass)).join('') +
      p.box(-4.5, 1, 4.3, 1.15, red) +
      [-3.6, -2.6, 1.6, 2.6].map((x) => p.disc(x, 0.45, 0.4, black)).join(''),
  ),
  thing(
    'boat',
    'boat, rowboat, canoe, dinghy, lifeboat, raft, gondola, kayak',
    'floor',
    3.4,
    1,
    (p) =>
      p.poly(
        [
          [-1.7, 0.7],
          [-1.2, 0],
          [1.2, 0],
          [1.8, 0.8],
        ],
        '#8A5A38',
      ) +
      p.line(
        [
          [-1.65, 0.66],
          [1.72, 0.76],
        ],
        white,
        0.07,
      ),
  ),
  thing(
    'ship',
    'ship, sailboat, yacht, sail, longship, ferry, trawler',
    'floor',
    7,
    6,
    (p) =>
      p.poly(
        [
          [-3.4, 1.4],
          [-2.6, 0],
          [2.6, 0],
          [3.6, 1.6],
        ],
        darkWood,
      ) +
      p.line(
        [
          [0, 1.4],
          [0, 6],
        ],
        wood,
        0.16,
      ) +
      p.poly(
        [
          [0.15, 1.9],
          [0.15, 5.8],
          [2.6, 2.2],
        ],
        white,
      ) +
      p.poly(
        [
          [-0.15, 2.2],
          [-0.15, 5.2],
          [-2, 2.4],
        ],
        white,
      ),
  ),
  thing(
    'plane',
    'plane, aeroplane, airplane, aircraft, jet',
    'floor',
    9,
    3.4,
    (p) =>
      p.poly(
        [
          [-4.4, 1.4],
          [-3.8, 1],
          [3.4, 1],
          [4.4, 1.5],
          [3.4, 2],
          [-3.6, 2],
        ],
        white,
      ) +
      p.poly(
        [
          [-4.3, 1.9],
          [-4.5, 3.3],
          [-3.9, 3.3],
          [-3, 2],
        ],
        blue,
      ) +
      p.poly(
        [
          [-0.6, 1.3],
          [-1.8, 0.6],
          [-0.9, 0.6],
          [1, 1.3],
        ],
        steel,
      ) +
      [-2.4, -1.4, -0.4, 0.6, 1.6].map((x) => p.disc(x, 1.65, 0.12, glass)).join(''),
  ),
  thing(
    'helicopter',
    'helicopter, chopper',
    'floor',
    6,
    2.6,
    (p) =>
      p.oval(0.4, 1.3, 1.4, 0.8, '#4E5E50') +
      p.poly(
        [
          [-0.8, 1.5],
          [-3.2, 1.7],
          [-3.2, 1.9],
          [-0.6, 1.8],
        ],
        '#4E5E50',
      ) +
      p.oval(1.1, 1.35, 0.55, 0.5, glass) +
      p.line(
        [
          [-2.4, 2.35],
          [3.2, 2.35],
        ],
        black,
        0.07,
      ) +
      p.line(
        [
          [0.4, 2],
          [0.4, 2.35],
        ],
        black,
        0.1,
      ) +
      p.line(
        [
          [-0.6, 0.1],
          [1.6, 0.1],
        ],
        black,
        0.07,
      ),
  ),
  thing(
    'rocket',
    'rocket, spaceship, spacecraft, shuttle, starship, space ship, ufo, flying saucer',
    'floor',
    3,
    7,
    (p) =>
      p.poly(
        [
          [-0.8, 0.6],
          [0.8, 0.6],
          [0.8, 4.5],
          [0, 7],
          [-0.8, 4.5],
        ],
        white,
      ) +
      p.poly(
        [
          [-0.8, 0.6],
          [-1.6, 0],
          [-0.8, 2.2],
        ],
        red,
      ) +
      p.poly(
        [
          [0.8, 0.6],
          [1.6, 0],
          [0.8, 2.2],
        ],
        red,
      ) +
      p.disc(0, 4.2, 0.38, glass),
  ),
  thing(
    'lamppost',
    'street ?lamp, street ?light, lamp ?post, lamplight',
    'floor',
    0.8,
    4,
    (p) =>
      p.line(
        [
          [0, 0],
          [0, 3.7],
          [0.4, 3.9],
        ],
        black,
        0.09,
      ) + p.disc(0.45, 3.8, 0.18, p.isDark ? glow : white),
  ),
  thing(
    'sign',
    'billboard, road sign, neon sign, the sign, signpost, poster, placard',
    'floor',
    1.6,
    2.2,
    (p) =>
      p.box(-0.06, 0, 0.06, 1.4, darkWood) +
      p.box(-0.8, 1.2, 0.8, 2.1, paper) +
      [1.85, 1.65, 1.45]
        .map((y) =>
          p.line(
            [
              [-0.55, y],
              [0.5, y],
            ],
            darkSteel,
            0.06,
          ),
        )
        .join(''),
  ),
  thing(
    'stall',
    'stall, market stall, kiosk',
    'floor',
    2.6,
    2.4,
    (p) =>
      p.box(-1.2, 0, 1.2, 0.9, wood) +
      p.line(
        [
          [-1.15, 0.9],
          [-1.15, 2],
        ],
        darkWood,
        0.07,
      ) +
      p.line(
        [
          [1.15, 0.9],
          [1.15, 2],
        ],
        darkWood,
        0.07,
      ) +
      [-1.3, -0.65, 0, 0.65]
        .map((x, at) =>
          p.poly(
            [
              [x, 2],
              [x + 0.65, 2],
              [x + 0.6, 2.45],
              [x + 0.05, 2.45],
            ],
            at % 2 ? white : red,
          ),
        )
        .join('') +
      [-0.8, -0.3, 0.2, 0.7]
        .map((x, at) => p.disc(x, 1.02, 0.17, [red, yellow, green, '#C26A2E'][at] ?? red))
        .join(''),
  ),
  thing(
    'container',
    'container, containers, dumpster, skip',
    'floor',
    3.6,
    2.2,
    (p) =>
      p.box(-1.8, 0, 1.8, 2.2, '#A0552F') +
      [-1.4, -1, -0.6, -0.2, 0.2, 0.6, 1, 1.4]
        .map((x) =>
          p.line(
            [
              [x, 0.1],
              [x, 2.1],
            ],
            '#7C4126',
            0.05,
          ),
        )
        .join(''),
  ),
  thing(
    'pump',
    'gas pump, petrol pump, pumps',
    'floor',
    0.9,
    1.9,
    (p) =>
      p.box(-0.35, 0, 0.35, 1.8, red) +
      p.box(-0.24, 1.15, 0.24, 1.6, white) +
      p.line(
        [
          [0.35, 1.1],
          [0.6, 0.8],
          [0.55, 0.3],
          [0.36, 0.5],
        ],
        black,
        0.06,
      ),
  ),
  thing(
    'church',
    'church, chapel, steeple, cathedral',
    'floor',
    6,
    8,
    (p) =>
      p.box(-1, 0, 3, 3.2, white) +
      p.poly(
        [
          [-1.2, 3.2],
          [1, 4.8],
          [3.2, 3.2],
        ],
        '#6D4A3E',
      ) +
      p.box(-2.6, 0, -0.9, 5, white) +
      p.poly(
        [
          [-2.8, 5],
          [-1.75, 8],
          [-0.7, 5],
        ],
        '#6D4A3E',
      ) +
      p.box(-2.1, 0, -1.4, 1.6, darkWood) +
      [0, 1.4]
        .map((x) =>
          p.poly(
            [
              [x, 1],
              [x + 0.6, 1],
              [x + 0.6, 2.1],
              [x + 0.3, 2.5],
              [x, 2.1],
            ],
            '#5E7D8C',
          ),
        )
        .join(''),
  ),
  thing(
    'castle',
    'castle, fortress, palace, citadel',
    'floor',
    9,
    7,
    (p) =>
      p.box(-3.5, 0, 3.5, 3.4, stone) +
      [-3.9, -1.2, 1.8]
        .map(
          (x) =>
            p.box(x, 0, x + 2, 5.6, '#8F8A7E') +
            [0, 0.7, 1.4].map((off) => p.box(x + off, 5.6, x + off + 0.45, 6.1, '#8F8A7E')).join(''),
        )
        .join('') +
      p.poly(
        [
          [-0.7, 0],
          [0.7, 0],
          [0.7, 1.6],
          [0, 2.3],
          [-0.7, 1.6],
        ],
        '#3A332C',
      ),
  ),
  thing(
    'windmill',
    'windmill, mill, tower, lighthouse, silo',
    'floor',
    4,
    7,
    (p) =>
      p.poly(
        [
          [-1.1, 0],
          [1.1, 0],
          [0.7, 5.4],
          [-0.7, 5.4],
        ],
        white,
      ) +
      p.poly(
        [
          [-0.8, 5.4],
          [0, 6.5],
          [0.8, 5.4],
        ],
        red,
      ) +
      p.box(-0.3, 0, 0.3, 1.3, darkWood) +
      p.box(-0.2, 3.2, 0.2, 3.8, p.isDark ? glow : glass),
  ),
  thing(
    'barn',
    'barn, stable, stables, shed, hut, cabin, shack',
    'floor',
    5,
    4,
    (p) =>
      p.poly(
        [
          [-2.3, 0],
          [2.3, 0],
          [2.3, 2.3],
          [1.4, 3.4],
          [0, 4],
          [-1.4, 3.4],
          [-2.3, 2.3],
        ],
        '#8C3F35',
      ) +
      p.box(-0.8, 0, 0.8, 1.9, darkWood) +
      p.line(
        [
          [-0.8, 0],
          [0.8, 1.9],
        ],
        white,
        0.07,
      ) +
      p.line(
        [
          [0.8, 0],
          [-0.8, 1.9],
        ],
        white,
        0.07,
      ),
  ),
  thing(
    'house',
    'house, cottage, farmhouse, bungalow, villa',
    'floor',
    6,
    5,
    (p) =>
      p.box(-2.4, 0, 2.4, 2.8, '#C9B79C') +
      p.poly(
        [
          [-2.8, 2.8],
          [0, 5],
          [2.8, 2.8],
        ],
        '#6D4A3E',
      ) +
      p.box(-0.4, 0, 0.4, 1.8, red) +
      [-1.8, 1.1].map((x) => p.box(x, 1.1, x + 0.8, 2, p.isDark ? glow : glass)).join(''),
  ),
  thing(
    'bridge',
    'footbridge, viaduct, suspension bridge',
    'floor',
    12,
    5,
    (p) =>
      p.box(-6, 2.2, 6, 2.6, brick) +
      [-4, 0, 4].map((x) => p.box(x - 0.35, 0, x + 0.35, 4.8, '#8C3F35')).join('') +
      p.line(
        [
          [-6, 3],
          [-4, 4.7],
          [-2, 3.1],
          [0, 4.7],
          [2, 3.1],
          [4, 4.7],
          [6, 3],
        ],
        brick,
        0.1,
      ),
  ),
  thing(
    'rocks',
    'rocks, boulder, boulders, rubble, ruins, debris, wreckage',
    'floor',
    2.4,
    1.1,
    (p) =>
      p.poly(
        [
          [-1.2, 0],
          [-0.9, 0.7],
          [-0.3, 1],
          [0.2, 0.5],
          [0.5, 0],
        ],
        stone,
      ) +
      p.poly(
        [
          [0, 0],
          [0.4, 0.7],
          [0.9, 0.8],
          [1.2, 0],
        ],
        '#8F8A7E',
      ),
  ),
  thing(
    'cannon',
    'cannon, artillery, howitzer',
    'floor',
    2.2,
    1.2,
    (p) =>
      p.poly(
        [
          [-0.8, 0.55],
          [1.2, 1],
          [1.25, 1.2],
          [-0.7, 0.95],
        ],
        darkSteel,
      ) +
      p.disc(-0.2, 0.5, 0.5, darkWood) +
      p.disc(-0.2, 0.5, 0.12, black),
  ),
  thing('pool', 'swimming pool, puddle, pond', 'floor', 4, 0.3, (p) => p.oval(0, 0.12, 2, 0.26, water)),
  thing(
    'smoke',
    'explosion, explodes, cloud of smoke, black smoke',
    'floor',
    3,
    3,
    (p) =>
      p.disc(-0.5, 1, 0.7, '#77716A') +
      p.disc(0.5, 1.3, 0.9, '#8B847B') +
      p.disc(-0.1, 2.1, 0.8, '#9D968C') +
      p.poly(
        [
          [-0.6, 0],
          [-0.3, 0.8],
          [0, 0.4],
          [0.2, 1],
          [0.5, 0.3],
          [0.7, 0],
        ],
        '#E07A35',
      ),
  ),
];
