import { defineProp, materialColours, type Prop } from './pen.ts';

const { wood, darkWood, steel, darkSteel, white, paper, black, red, green, blue, brass, glass, glow } =
  materialColours;

/** Props on tables and walls, and small ones on the floor. */
export const smallProps: readonly Prop[] = [
  defineProp(
    'suitcase',
    'suitcase, luggage, briefcase, valise',
    'floor',
    0.6,
    0.45,
    (p) =>
      p.box(-0.3, 0, 0.3, 0.38, '#7A5839') +
      p.line(
        [
          [-0.08, 0.39],
          [-0.06, 0.46],
          [0.06, 0.46],
          [0.08, 0.39],
        ],
        darkWood,
        0.025,
      ) +
      p.box(-0.3, 0.17, 0.3, 0.2, darkWood),
  ),
  defineProp(
    'bag',
    'bag, backpack, rucksack, handbag, purse, duffel, satchel, sack',
    'floor',
    0.5,
    0.45,
    (p) =>
      p.poly(
        [
          [-0.24, 0],
          [0.24, 0],
          [0.2, 0.34],
          [-0.2, 0.34],
        ],
        '#5C6450',
      ) +
      p.line(
        [
          [-0.1, 0.34],
          [0, 0.46],
          [0.1, 0.34],
        ],
        black,
        0.025,
      ),
  ),
  defineProp(
    'box',
    'box, boxes, cardboard box, package, parcel, gift',
    'floor',
    0.6,
    0.45,
    (p) => p.box(-0.3, 0, 0.3, 0.42, '#B08A5C') + p.box(-0.04, 0, 0.04, 0.42, '#8D6C45'),
  ),
  defineProp(
    'candle',
    'candle, candles, candlelight',
    'table',
    0.1,
    0.3,
    (p) =>
      p.box(-0.03, 0, 0.03, 0.2, white) +
      p.oval(0, 0.25, 0.022, 0.05, glow) +
      (p.isDark ? p.disc(0, 0.25, 0.008, white) : ''),
  ),
  defineProp(
    'laptop',
    'laptop, computer, macbook, keyboard, monitor',
    'table',
    0.45,
    0.35,
    (p) =>
      p.poly(
        [
          [-0.2, 0],
          [0.2, 0],
          [0.24, 0.02],
          [-0.24, 0.02],
        ],
        steel,
      ) +
      p.box(-0.19, 0.03, 0.19, 0.3, black) +
      p.box(-0.17, 0.05, 0.17, 0.28, '#9CC7D8'),
  ),
  defineProp(
    'typewriter',
    'typewriter',
    'table',
    0.45,
    0.35,
    (p) =>
      p.poly(
        [
          [-0.2, 0],
          [0.2, 0],
          [0.17, 0.15],
          [-0.17, 0.15],
        ],
        darkSteel,
      ) +
      p.box(-0.14, 0.15, 0.14, 0.2, black) +
      p.box(-0.1, 0.2, 0.1, 0.38, paper),
  ),
  defineProp(
    'food',
    'food, dinner, plate, meal, breakfast, lunch, pizza, sandwich, soup, burger, feast',
    'table',
    0.4,
    0.14,
    (p) =>
      p.oval(0, 0.03, 0.18, 0.035, white) +
      p.oval(0, 0.06, 0.1, 0.045, '#B8703C') +
      p.disc(0.07, 0.07, 0.03, green),
  ),
  defineProp(
    'cake',
    'cake, birthday cake',
    'table',
    0.4,
    0.4,
    (p) =>
      p.box(-0.18, 0, 0.18, 0.16, white) +
      p.box(-0.18, 0.1, 0.18, 0.16, '#CE8C95') +
      [-0.1, 0, 0.1]
        .map((x) => p.box(x - 0.01, 0.16, x + 0.01, 0.27, blue) + p.oval(x, 0.3, 0.014, 0.03, glow))
        .join(''),
  ),
  defineProp(
    'telephone',
    'landline, rotary phone, phone rings, answering machine',
    'table',
    0.3,
    0.2,
    (p) =>
      p.poly(
        [
          [-0.13, 0],
          [0.13, 0],
          [0.08, 0.12],
          [-0.08, 0.12],
        ],
        black,
      ) +
      p.line(
        [
          [-0.14, 0.16],
          [0.14, 0.16],
        ],
        black,
        0.045,
      ) +
      p.disc(0, 0.06, 0.035, white),
  ),
  defineProp(
    'skull',
    'skull, bones, skeleton',
    'table',
    0.2,
    0.24,
    (p) =>
      p.disc(0, 0.13, 0.1, white) +
      p.box(-0.055, 0, 0.055, 0.07, white) +
      p.disc(-0.04, 0.12, 0.026, black) +
      p.disc(0.04, 0.12, 0.026, black),
  ),
  defineProp(
    'money',
    'money, cash, bills, dollars, coins, banknotes',
    'table',
    0.4,
    0.16,
    (p) =>
      [0, 0.035, 0.07].map((y) => p.box(-0.16 + y * 0.3, y, 0.12 + y * 0.3, y + 0.03, '#7E9A74')).join('') +
      p.box(-0.04, 0, 0.02, 0.1, paper),
  ),
  defineProp('rope', 'rope, noose, chains', 'floor', 0.6, 0.2, (p) =>
    [0.05, 0.1, 0.15].map((y) => p.oval(0, y, 0.24, 0.05, '#B59A66')).join(''),
  ),
  defineProp(
    'guitar',
    'guitar, cello, violin, banjo, ukulele',
    'floor',
    0.45,
    1.1,
    (p) =>
      p.disc(0, 0.24, 0.2, '#A86A34') +
      p.disc(0, 0.5, 0.15, '#A86A34') +
      p.disc(0, 0.36, 0.06, black) +
      p.box(-0.025, 0.5, 0.025, 1, darkWood) +
      p.box(-0.05, 1, 0.05, 1.12, black),
  ),
  defineProp(
    'ball',
    'ball, football, basketball, baseball',
    'floor',
    0.3,
    0.24,
    (p) =>
      p.disc(0, 0.12, 0.12, '#B8703C') +
      p.line(
        [
          [-0.12, 0.12],
          [0.12, 0.12],
        ],
        black,
        0.01,
      ),
  ),
  defineProp(
    'toy',
    'toy, teddy bear, doll',
    'floor',
    0.3,
    0.36,
    (p) =>
      p.disc(0, 0.11, 0.11, '#A87B4E') +
      p.disc(0, 0.27, 0.09, '#A87B4E') +
      p.disc(-0.07, 0.34, 0.035, '#A87B4E') +
      p.disc(0.07, 0.34, 0.035, '#A87B4E') +
      p.disc(-0.03, 0.28, 0.012, black) +
      p.disc(0.03, 0.28, 0.012, black),
  ),
  defineProp(
    'clock',
    'clock, alarm clock',
    'wall',
    0.4,
    0.4,
    (p) =>
      p.disc(0, 0, 0.2, white) +
      p.line(
        [
          [0, 0],
          [0, 0.14],
        ],
        black,
        0.02,
      ) +
      p.line(
        [
          [0, 0],
          [0.09, -0.03],
        ],
        black,
        0.024,
      ),
  ),
  defineProp(
    'mirror',
    'mirror, looking glass',
    'wall',
    0.6,
    0.9,
    (p) => p.oval(0, 0, 0.32, 0.5, brass) + p.oval(0, 0, 0.27, 0.45, glass),
  ),
  defineProp(
    'painting',
    'painting, picture frame, canvas',
    'wall',
    0.9,
    0.7,
    (p) =>
      p.box(-0.45, -0.35, 0.45, 0.35, brass) +
      p.box(-0.38, -0.28, 0.38, 0.28, '#6E8B86') +
      p.poly(
        [
          [-0.38, -0.28],
          [-0.1, 0.05],
          [0.1, -0.1],
          [0.38, 0.12],
          [0.38, -0.28],
        ],
        materialColours.leaf,
      ),
  ),
  defineProp(
    'flag',
    'flag, banner',
    'wall',
    1,
    0.7,
    (p) =>
      p.poly(
        [
          [-0.5, -0.3],
          [0.5, -0.26],
          [0.5, 0.34],
          [-0.5, 0.3],
        ],
        red,
      ) + p.box(-0.5, -0.03, 0.5, 0.07, white),
  ),
  defineProp(
    'television',
    'tv, television, tv screen, telly, tv set',
    'floor',
    1,
    1.2,
    (p) =>
      p.box(-0.5, 0, 0.5, 0.45, wood) +
      p.box(-0.42, 0.45, 0.42, 1.02, black) +
      p.box(-0.38, 0.5, 0.38, 0.98, p.isDark ? '#A9D3E0' : '#6C8A94'),
  ),
];
