import { defineProp, materialColours, type Prop } from './pen.ts';

const { wood, darkWood, steel, darkSteel, white, black, red, blue, yellow, glass, glow } = materialColours;

/** Cars, boats and aircraft. */
export const vehicles: readonly Prop[] = [
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
  defineProp(
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
];
