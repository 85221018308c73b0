import type { Dice } from '#screenplay/dice.ts';
import { bandPass, highPass, lowPass } from '../craft/filter.ts';
import { pinkNoise, whiteNoise } from '../craft/noise.ts';
import { applyDecay, piecewiseLinear, scatterGrains } from '../craft/shape.ts';
import { amplify, mixIn, silence } from '../craft/signal.ts';
import { modalTone } from '../craft/tone.ts';
import { type EffectRecipe, type EffectWords, wordsOf } from '../recipe.ts';

export const floors = ['wood', 'gravel', 'stone', 'snow', 'grass', 'water', 'metal'] as const;
export type Floor = (typeof floors)[number];

/** Return one step: heel, then toe, which is softer. */
function step(seconds: number, touch: (share: number) => Float32Array, toeSecond: number) {
  const sound = silence(seconds);
  mixIn(sound, touch(1), 0);
  mixIn(sound, touch(0.5), toeSecond, 0.55);
  return sound;
}

/** Return the sound of many small stones, crystals or blades of grass under a foot. */
function crunch(
  seconds: number,
  perSecond: number,
  dice: Dice,
  lowHz: number,
  highHz: number,
  halfLife: number,
) {
  const grains = scatterGrains(seconds, perSecond, dice, () =>
    amplify(
      applyDecay(bandPass(whiteNoise(0.02, dice), dice.between(lowHz, highHz), 1.5), 0.0005, halfLife),
      dice.between(0.2, 1),
    ),
  );
  return amplify(
    grains,
    piecewiseLinear([
      [0, 0.3],
      [0.03, 1],
      [seconds * 0.5, 0.6],
      [seconds, 0],
    ]),
  );
}

const touches: Record<Floor, (strength: number, dice: Dice) => Float32Array> = {
  wood: (strength, dice) =>
    step(
      0.3,
      (share) => {
        const board = modalTone(0.2, [
          { hz: dice.between(85, 115), gain: 1, halfLifeSeconds: 0.025 },
          { hz: dice.between(230, 290), gain: 0.5, halfLifeSeconds: 0.014 },
        ]);
        mixIn(
          board,
          applyDecay(lowPass(whiteNoise(0.03, dice), 900 + strength * 1500), 0.001, 0.006),
          0,
          0.5 * share,
        );
        return board;
      },
      0.09,
    ),
  stone: (strength, dice) =>
    step(
      0.25,
      (share) => {
        const click = applyDecay(bandPass(whiteNoise(0.05, dice), 1700 + strength * 900, 1.2), 0.0006, 0.006);
        mixIn(
          click,
          modalTone(0.05, [{ hz: dice.between(300, 380), gain: 0.35 * share, halfLifeSeconds: 0.01 }]),
        );
        return click;
      },
      0.08,
    ),
  gravel: (strength, dice) => crunch(0.32, 260 + strength * 160, dice, 900, 4500, 0.0025),
  snow: (_strength, dice) => {
    const squeeze = crunch(0.34, 500, dice, 500, 1700, 0.004);
    return lowPass(squeeze, 2000);
  },
  grass: (_strength, dice) => {
    const brush = highPass(lowPass(pinkNoise(0.3, dice), 3800), 900);
    return amplify(
      brush,
      piecewiseLinear([
        [0, 0],
        [0.06, 1],
        [0.14, 0.35],
        [0.18, 0.6],
        [0.3, 0],
      ]),
    );
  },
  water: (_strength, dice) => {
    const slosh = lowPass(
      whiteNoise(0.35, dice),
      piecewiseLinear([
        [0, 500],
        [0.06, 3500],
        [0.35, 500],
      ]),
    );
    return amplify(
      slosh,
      piecewiseLinear([
        [0, 0],
        [0.04, 1],
        [0.15, 0.3],
        [0.35, 0],
      ]),
    );
  },
  metal: (_strength, dice) =>
    step(
      0.45,
      (share) =>
        modalTone(0.4, [
          { hz: dice.between(210, 230), gain: 0.8, halfLifeSeconds: 0.05 },
          { hz: dice.between(560, 600), gain: 0.5 * share, halfLifeSeconds: 0.07 },
          { hz: dice.between(1350, 1450), gain: 0.4 * share, halfLifeSeconds: 0.04 },
          { hz: dice.between(2600, 2900), gain: 0.2 * share, halfLifeSeconds: 0.02 },
        ]),
      0.1,
    ),
};

/**
 * Words for floors; the first match wins. Some places imply one: a beach is sand, which sounds like
 * snow.
 */
export const floorWords: readonly (readonly [Floor, EffectWords])[] = [
  ['gravel', wordsOf('gravel, pebble, shingle, dirt, rubble, path, driveway, cinder, drive')],
  ['snow', wordsOf('snow, snowy, ice, frost, sand, sandy, beach, dune')],
  [
    'grass',
    wordsOf('grass, lawn, leaf, leaves, field, meadow, forest, undergrowth, bush, woods, hay, straw, moss'),
  ],
  ['water', wordsOf('water, puddle, mud, muddy, marsh, swamp, wet ground, flooded')],
  ['metal', wordsOf('metal, steel, iron, grating, catwalk, fire escape, gangway, deck, ladder, grille')],
  [
    'stone',
    wordsOf(
      'stone, tile, tiled, marble, concrete, pavement, sidewalk, asphalt, street, corridor, cobble, cobblestone, cobbled, church, cathedral, cave, tunnel, garage, hospital',
    ),
  ],
  [
    'wood',
    wordsOf('wood, wooden, floorboard, parquet, plank, boards, porch, stair, staircase, attic, cabin'),
  ],
];

function stepsOn(floor: Floor, label: string): EffectRecipe {
  return {
    label: `steps on ${label}`,
    // Steps match no words here: `findSteps` in mentions.ts finds the walking, then the floor.
    words: { pattern: /(?!)/gu, list: [] },
    nature: 'rhythm',
    seconds: 0.45,
    everySeconds: 0.58,
    make: ({ strength, index, dice }) =>
      // The left and the right foot sound slightly different.
      amplify(touches[floor](strength, dice), (index % 2 === 0 ? 1 : 0.86) * dice.between(0.85, 1)),
  };
}

export const stepRecipes = {
  stepsWood: stepsOn('wood', 'wood'),
  stepsGravel: stepsOn('gravel', 'gravel'),
  stepsStone: stepsOn('stone', 'stone'),
  stepsSnow: stepsOn('snow', 'snow'),
  stepsGrass: stepsOn('grass', 'grass and leaves'),
  stepsWater: stepsOn('water', 'wet ground'),
  stepsMetal: stepsOn('metal', 'metal'),
} satisfies Record<string, EffectRecipe>;

export type StepKind = keyof typeof stepRecipes;

export const stepKinds: Record<Floor, StepKind> = {
  wood: 'stepsWood',
  gravel: 'stepsGravel',
  stone: 'stepsStone',
  snow: 'stepsSnow',
  grass: 'stepsGrass',
  water: 'stepsWater',
  metal: 'stepsMetal',
};

export const stepWords =
  wordsOf(`step, footstep, footfall, walk, walk across, stride, striding, stroll, pace, pacing, tiptoe, march,
  run, running, runs across, sprint, jog, hurry, hurries, wander, stagger, stumble, shuffle, shuffling, trudge, trudging, tread, boot,
  heels, high heels, climbs - stairs, creep, creeping, sneak, crosses, stomp, stamp`);
