import { defineProp, materialColours, type Prop } from './pen.ts';

const { darkWood, steel, darkSteel, white, paper, black, red, green, yellow, brass, glass } = materialColours;

/** Props that people hold. */
export const handheldProps: readonly Prop[] = [
  defineProp('gun', 'gun, pistol, revolver, handgun, glock, colt, firearm', 'hand', 0.26, 0.16, (p) =>
    p.poly(
      [
        [-0.02, -0.1],
        [0.05, -0.1],
        [0.06, 0.02],
        [0.24, 0.02],
        [0.24, 0.075],
        [-0.03, 0.075],
      ],
      black,
    ),
  ),
  defineProp('rifle', 'rifle, shotgun, musket, machine gun, carbine', 'hand', 1, 0.2, (p) =>
    p.poly(
      [
        [-0.3, -0.1],
        [-0.28, 0.05],
        [0.1, 0.07],
        [0.75, 0.07],
        [0.75, 0.03],
        [0.1, 0],
        [0, -0.08],
        [-0.05, -0.02],
      ],
      darkWood,
    ),
  ),
  defineProp(
    'knife',
    'knife, dagger, blade, scalpel, switchblade',
    'hand',
    0.3,
    0.08,
    (p) =>
      p.poly(
        [
          [0.03, 0],
          [0.3, 0.02],
          [0.26, 0.06],
          [0.03, 0.06],
        ],
        steel,
      ) + p.box(-0.1, 0, 0.04, 0.055, darkWood),
  ),
  defineProp(
    'sword',
    'sword, sabre, saber, katana, rapier',
    'hand',
    0.9,
    0.9,
    (p) =>
      p.poly(
        [
          [0.02, 0.1],
          [0.06, 0.1],
          [0.05, 0.95],
          [0.03, 0.95],
        ],
        steel,
      ) +
      p.box(-0.08, 0.07, 0.16, 0.11, brass) +
      p.box(0.02, -0.1, 0.06, 0.08, darkWood),
  ),
  defineProp(
    'bottle',
    'bottle, vodka, whiskey, whisky, beer, champagne, wine',
    'hand',
    0.1,
    0.32,
    (p) =>
      p.poly(
        [
          [-0.045, 0],
          [0.045, 0],
          [0.045, 0.18],
          [0.016, 0.23],
          [0.016, 0.32],
          [-0.016, 0.32],
          [-0.016, 0.23],
          [-0.045, 0.18],
        ],
        green,
      ) + p.box(-0.046, 0.05, 0.046, 0.13, paper),
  ),
  defineProp(
    'glass',
    'glass of, a drink, cocktail, tumbler, goblet, pint',
    'hand',
    0.1,
    0.14,
    (p) =>
      p.poly(
        [
          [-0.04, 0],
          [0.04, 0],
          [0.055, 0.14],
          [-0.055, 0.14],
        ],
        glass,
      ) +
      p.poly(
        [
          [-0.041, 0.01],
          [0.041, 0.01],
          [0.047, 0.08],
          [-0.047, 0.08],
        ],
        brass,
      ),
  ),
  defineProp(
    'cup',
    'cup, mug, coffee, cup of tea, teacup',
    'hand',
    0.12,
    0.1,
    (p) =>
      p.box(-0.05, 0, 0.05, 0.1, white) +
      p.line(
        [
          [0.05, 0.08],
          [0.085, 0.06],
          [0.05, 0.02],
        ],
        white,
        0.018,
      ),
  ),
  defineProp(
    'phone',
    'phone, cell ?phone, mobile, smartphone, iphone, telephone, receiver',
    'hand',
    0.09,
    0.17,
    (p) => p.box(-0.042, 0, 0.042, 0.165, black) + p.box(-0.034, 0.02, 0.034, 0.15, '#9CC7D8'),
  ),
  defineProp(
    'letter',
    'letter, handwritten note, a note, the note, document, envelope, telegram, contract, newspaper, sheet of paper, papers',
    'hand',
    0.24,
    0.3,
    (p) =>
      p.poly(
        [
          [-0.11, 0],
          [0.11, 0.02],
          [0.12, 0.3],
          [-0.1, 0.28],
        ],
        paper,
      ) +
      [0.08, 0.14, 0.2]
        .map((y) =>
          p.line(
            [
              [-0.07, y],
              [0.07, y + 0.01],
            ],
            darkSteel,
            0.008,
          ),
        )
        .join(''),
  ),
  defineProp(
    'book',
    'book, bible, diary, notebook, journal, ledger, novel',
    'hand',
    0.26,
    0.2,
    (p) =>
      p.poly(
        [
          [-0.15, 0.03],
          [0, 0],
          [0.15, 0.03],
          [0.15, 0.2],
          [0, 0.17],
          [-0.15, 0.2],
        ],
        red,
      ) +
      p.poly(
        [
          [-0.13, 0.05],
          [0, 0.02],
          [0.13, 0.05],
          [0.13, 0.19],
          [0, 0.16],
          [-0.13, 0.19],
        ],
        paper,
      ),
  ),
  defineProp(
    'photograph',
    'photo, photograph, polaroid, snapshot, portrait',
    'hand',
    0.2,
    0.2,
    (p) =>
      p.box(-0.09, 0, 0.09, 0.2, white) +
      p.box(-0.07, 0.05, 0.07, 0.18, '#7B8A8E') +
      p.disc(0, 0.12, 0.032, materialColours.skin),
  ),
  defineProp(
    'map',
    'map, blueprint',
    'hand',
    0.5,
    0.35,
    (p) =>
      p.poly(
        [
          [-0.25, 0],
          [-0.08, 0.03],
          [0.08, 0],
          [0.25, 0.03],
          [0.25, 0.33],
          [0.08, 0.3],
          [-0.08, 0.33],
          [-0.25, 0.3],
        ],
        '#E2D3A4',
      ) +
      p.line(
        [
          [-0.2, 0.1],
          [-0.05, 0.2],
          [0.1, 0.12],
          [0.2, 0.25],
        ],
        red,
        0.012,
      ),
  ),
  defineProp(
    'camera',
    'camera(?! (?:pans?|moves?|zooms?|follows?|tilts?|pulls?|pushes)), dslr, camcorder',
    'hand',
    0.24,
    0.16,
    (p) =>
      p.box(-0.1, 0, 0.1, 0.13, black) +
      p.box(-0.04, 0.13, 0.04, 0.16, black) +
      p.disc(0.1, 0.065, 0.05, darkSteel) +
      p.disc(0.1, 0.065, 0.028, '#9CC7D8'),
  ),
  defineProp(
    'flashlight',
    'flashlight, torch, lantern',
    'hand',
    0.3,
    0.1,
    (p) =>
      (p.isDark
        ? p.poly(
            [
              [0.2, 0.05],
              [1.6, 0.5],
              [1.6, -0.4],
            ],
            '#6A6248',
          )
        : '') +
      p.box(-0.1, 0.02, 0.14, 0.07, black) +
      p.poly(
        [
          [0.14, 0.02],
          [0.2, 0],
          [0.2, 0.09],
          [0.14, 0.07],
        ],
        steel,
      ),
  ),
  defineProp(
    'key',
    'key, keys',
    'hand',
    0.18,
    0.08,
    (p) =>
      p.disc(-0.04, 0.03, 0.035, brass) +
      p.box(-0.01, 0.02, 0.13, 0.04, brass) +
      p.box(0.1, -0.01, 0.13, 0.02, brass),
  ),
  defineProp(
    'flowers',
    'flower, bouquet, roses',
    'hand',
    0.3,
    0.5,
    (p) =>
      p.poly(
        [
          [-0.03, 0],
          [0.03, 0],
          [0.12, 0.28],
          [-0.12, 0.28],
        ],
        white,
      ) +
      [
        [-0.09, 0.3, red],
        [0.08, 0.3, '#CE8C95'],
        [0, 0.36, yellow],
        [-0.04, 0.42, red],
        [0.06, 0.41, red],
      ]
        .map(([x, y, c]) => p.disc(x as number, y as number, 0.055, c as string))
        .join(''),
  ),
  defineProp(
    'cigarette',
    'cigarette, cigar, cigarettes',
    'hand',
    0.12,
    0.05,
    (p) => p.box(0, 0, 0.1, 0.014, white) + p.disc(0.1, 0.007, 0.012, red),
  ),
  defineProp(
    'umbrella',
    'umbrella, parasol',
    'hand',
    1.1,
    1.1,
    (p) =>
      p.line(
        [
          [0, -0.1],
          [0, 0.7],
        ],
        black,
        0.02,
      ) +
      p.poly(
        [
          [-0.55, 0.62],
          [-0.4, 0.85],
          [0, 1],
          [0.4, 0.85],
          [0.55, 0.62],
          [0.27, 0.66],
          [0, 0.62],
          [-0.27, 0.66],
        ],
        black,
      ),
  ),
];
