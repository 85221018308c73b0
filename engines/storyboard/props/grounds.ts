import { defineProp, materialColours, type Prop } from './pen.ts';

const { wood, darkWood, darkSteel, black, red, leaf, blue, yellow, stone, brick, water, glow } =
  materialColours;

/** Plants and other props of open ground. */
export const groundProps: readonly Prop[] = [
  defineProp(
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
  defineProp(
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
  defineProp(
    'bush',
    'bush, bushes, hedge, shrub, undergrowth',
    'floor',
    1.6,
    1.1,
    (p) => p.disc(-0.45, 0.42, 0.44, leaf) + p.disc(0.45, 0.4, 0.42, leaf) + p.disc(0, 0.58, 0.52, leaf),
  ),
  defineProp(
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
  defineProp(
    'cross',
    'crucifix, wooden cross, stone cross',
    'floor',
    1,
    1.9,
    (p) => p.box(-0.09, 0, 0.09, 1.9, darkWood) + p.box(-0.45, 1.25, 0.45, 1.43, darkWood),
  ),
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
];
