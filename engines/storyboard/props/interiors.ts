import { defineProp, materialColours, type Prop } from './pen.ts';

const { wood, darkWood, steel, darkSteel, black, red, leaf, yellow, brass, stone, brick, glass } =
  materialColours;

/** Other props on the floors of rooms, halls and wards. */
export const interiorProps: readonly Prop[] = [
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp('curtain', 'curtain, curtains, drape, drapes', 'floor', 1.2, 2.5, (p) =>
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
  defineProp(
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
