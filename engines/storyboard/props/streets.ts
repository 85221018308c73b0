import { defineProp, materialColours, type Prop } from './pen.ts';

const {
  wood,
  darkWood,
  darkSteel,
  white,
  paper,
  black,
  red,
  green,
  yellow,
  stone,
  brick,
  glass,
  water,
  glow,
} = materialColours;

/** Props of streets and roads, and buildings from outside. */
export const streetProps: readonly Prop[] = [
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp('pool', 'swimming pool, puddle, pond', 'floor', 4, 0.3, (p) => p.oval(0, 0.12, 2, 0.26, water)),
  defineProp(
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
