import type { Dice } from '#screenplay/dice.ts';
import { bandPass, highPass, lowPass } from '../craft/filter.ts';
import { pinkNoise, smoothRandom, whiteNoise } from '../craft/noise.ts';
import { applyDecay, applyEnvelope, applySwell, piecewiseLinear, scatterGrains } from '../craft/shape.ts';
import { amplify, mixIn, silence, sumSignals } from '../craft/signal.ts';
import { modalTone } from '../craft/tone.ts';
import { type EffectRecipe, wordsOf } from '../recipe.ts';

/** Return the sound of small metal parts that touch. */
function tinkle(dice: Dice, lowHz: number, highHz: number) {
  const hz = dice.between(lowHz, highHz);
  return modalTone(0.25, [
    { hz, gain: 0.6, halfLifeSeconds: 0.035 },
    { hz: hz * 1.52, gain: 0.4, halfLifeSeconds: 0.025 },
    { hz: hz * 2.3, gain: 0.25, halfLifeSeconds: 0.015 },
  ]);
}

/** Return the sound of a key that is pressed and released. */
function keyPress(dice: Dice, lowHz: number) {
  const press = applyDecay(bandPass(whiteNoise(0.04, dice), dice.between(1800, 3400), 1.2), 0.0005, 0.003);
  mixIn(press, modalTone(0.04, [{ hz: lowHz * dice.between(0.9, 1.1), gain: 0.5, halfLifeSeconds: 0.007 }]));
  return press;
}

export const thingRecipes = {
  typewriter: {
    label: 'a typewriter',
    words: wordsOf('typewriter, typewriting, typebar, typewriter key'),
    nature: 'bed',
    seconds: 6,
    make: ({ seconds, tempo, dice }) => {
      const keys = silence(seconds);
      let column = 0;
      for (let second = 0.05; second < seconds; second += dice.between(0.09, 0.24) / tempo) {
        const strike = applyDecay(lowPass(whiteNoise(0.06, dice), 5200), 0.0005, 0.006);
        mixIn(
          strike,
          modalTone(0.06, [
            { hz: 240, gain: 0.7, halfLifeSeconds: 0.01 },
            { hz: 2750, gain: 0.3, halfLifeSeconds: 0.008 },
          ]),
        );
        mixIn(keys, strike, second, dice.between(0.7, 1));
        column++;
        if (column < 26) continue;
        column = 0;
        mixIn(
          keys,
          modalTone(0.8, [
            { hz: 2100, gain: 0.6, halfLifeSeconds: 0.14 },
            { hz: 4260, gain: 0.2, halfLifeSeconds: 0.07 },
          ]),
          second + 0.12,
          0.7,
        );
        mixIn(
          keys,
          scatterGrains(0.4, 60, dice, () => keyPress(dice, 500)),
          second + 0.45,
          0.4,
        );
        second += 0.9;
      }
      return keys;
    },
  },
  keyboard: {
    label: 'typing on a keyboard',
    words: wordsOf(
      'keyboard, typing, types, type, computer keyboard, laptop, typing on - keyboard, keystroke',
    ),
    nature: 'bed',
    seconds: 6,
    make: ({ seconds, tempo, dice }) => {
      const keys = silence(seconds);
      for (
        let second = 0.03;
        second < seconds;
        second += (dice.chance(0.08) ? 0.5 : dice.between(0.06, 0.17)) / tempo
      ) {
        mixIn(keys, lowPass(keyPress(dice, 340), 4200), second, dice.between(0.4, 1));
      }
      return keys;
    },
  },
  camera: {
    label: 'a camera',
    words: wordsOf('camera, shutter, camera click, photo, photograph, flash, snapshot, paparazzi'),
    nature: 'event',
    seconds: 0.4,
    everySeconds: 0.7,
    make: ({ seconds, dice }) => {
      const sound = silence(seconds);
      mixIn(sound, keyPress(dice, 900));
      mixIn(sound, applyDecay(highPass(whiteNoise(0.05, dice), 2500), 0.001, 0.01), 0.02, 0.5);
      mixIn(sound, keyPress(dice, 600), 0.11, 0.8);
      return sound;
    },
  },
  click: {
    label: 'a switch',
    words: wordsOf(
      'switch, light switch, click, clicking, button, lighter, snaps fingers, finger snap, snap, flicks, trigger, cocks - gun, gun cocks, plug',
    ),
    nature: 'event',
    seconds: 0.2,
    everySeconds: 0.5,
    make: ({ seconds, dice }) => {
      const sound = silence(seconds);
      mixIn(sound, keyPress(dice, 1100));
      mixIn(sound, keyPress(dice, 800), 0.05, 0.5);
      return sound;
    },
  },
  coins: {
    label: 'coins',
    words: wordsOf('coin, money, change clinks, loose change, cash register, coin drop, slot machine'),
    nature: 'event',
    seconds: 1.4,
    everySeconds: 1.7,
    make: ({ seconds, dice }) => {
      const sound = silence(seconds);
      let gap = 0.2;
      for (let second = 0; second < seconds - 0.2; second += gap) {
        mixIn(sound, tinkle(dice, 2900, 5200), second, 1 - (0.7 * second) / seconds);
        gap *= dice.between(0.6, 0.95);
        if (gap < 0.03) gap = dice.between(0.1, 0.2);
      }
      return sound;
    },
  },
  keys: {
    label: 'keys',
    words: wordsOf(
      'keys, bunch of keys, keys jingle, keychain, key ring, jangle, jangling, keys jangle, jingling keys, handcuffs',
    ),
    nature: 'event',
    seconds: 1.2,
    everySeconds: 1.5,
    make: ({ seconds, dice }) => {
      const shake = smoothRandom(dice, 7, 0, 1);
      return applyEnvelope(
        scatterGrains(seconds, 30, dice, (_dice, second) => amplify(tinkle(dice, 3300, 7000), shake(second))),
        [
          [0, 0.7],
          [seconds * 0.6, 1],
          [seconds, 0],
        ],
      );
    },
  },
  paper: {
    label: 'paper',
    words: wordsOf(
      'paper, page turn, pages, turns - page, page, rustle, rustling, newspaper, envelope, letter, book, crumple - paper, tears - paper, leaf through, leafs through, map, document, script pages',
    ),
    nature: 'event',
    seconds: 0.9,
    everySeconds: 1.4,
    make: ({ seconds, dice }) => {
      const hand = smoothRandom(dice, 11, 0, 1);
      const rustle = scatterGrains(seconds, 420, dice, (_dice, second) =>
        amplify(applyDecay(highPass(whiteNoise(0.006, dice), 2200), 0.0004, 0.0012), hand(second) ** 2),
      );
      return applySwell(
        sumSignals(rustle, [amplify(highPass(whiteNoise(seconds, dice), 3500), hand), 0.08]),
        seconds,
        0.5,
      );
    },
  },
  zip: {
    label: 'a zip',
    words: wordsOf('zip, zipper, zips up, unzip, zipping, zipped'),
    nature: 'event',
    seconds: 0.7,
    everySeconds: 1.1,
    make: ({ seconds, dice }) => {
      const teeth = silence(seconds);
      for (
        let second = 0;
        second < seconds;
        second +=
          1 /
          piecewiseLinear([
            [0, 60],
            [seconds, 190],
          ])(second)
      ) {
        mixIn(
          teeth,
          applyDecay(bandPass(whiteNoise(0.008, dice), 3300 + (2200 * second) / seconds, 2), 0.0003, 0.001),
          second,
        );
      }
      return applyEnvelope(teeth, [
        [0, 0.5],
        [seconds * 0.85, 1],
        [seconds, 0],
      ]);
    },
  },
  cloth: {
    label: 'cloth',
    words: wordsOf(
      'cloth, clothes, coat, jacket, sheets, blanket, curtain, dress, fabric, undress, gets dressed, puts on, hug, embrace',
    ),
    nature: 'event',
    seconds: 0.8,
    everySeconds: 1.2,
    make: ({ seconds, dice }) => {
      const hand = smoothRandom(dice, 6, 0.1, 1);
      return applySwell(
        amplify(
          bandPass(pinkNoise(seconds, dice), (second) => 900 + hand(second) * 1800, 0.8),
          hand,
        ),
        seconds,
      );
    },
  },
  dishes: {
    label: 'dishes and glasses',
    words: wordsOf(
      'dishes, clink, clinking, glasses clink, clinking glasses, toast, cheers glass, plates, tableware, spoon, fork, teacup, cup, saucer, kitchen, cutlery on, ice cubes, glass, bottle, plate, mug',
    ),
    nature: 'event',
    defaultCount: 2,
    seconds: 0.9,
    everySeconds: 0.8,
    make: ({ seconds, dice }) => {
      const hz = dice.between(1900, 2900);
      return modalTone(seconds, [
        { hz, gain: 0.8, halfLifeSeconds: 0.08 },
        { hz: hz * 1.73, gain: 0.5, halfLifeSeconds: 0.05 },
        { hz: hz * 2.9, gain: 0.3, halfLifeSeconds: 0.03 },
      ]);
    },
  },
  writing: {
    label: 'writing by hand',
    words: wordsOf(
      'pen, pencil, writes, writing, scribble, scribbling, chalk, scratches, scratch, scratching, draws, signs - paper',
    ),
    nature: 'bed',
    seconds: 4,
    make: ({ seconds, tempo, dice }) => {
      const stroke = smoothRandom(dice, 8 * tempo, -0.3, 1);
      return amplify(
        bandPass(whiteNoise(seconds, dice), (second) => 2600 + 900 * stroke(second), 1.5),
        (second) => Math.max(0, stroke(second)),
      );
    },
  },
  drag: {
    label: 'something that is dragged',
    words: wordsOf(
      'drag, dragging, scrape, scraping, slides, chair scrape, pulls - chair, drawer, suitcase, moves - furniture',
    ),
    nature: 'event',
    seconds: 1.3,
    everySeconds: 1.8,
    make: ({ seconds, dice }) => {
      const grip = smoothRandom(dice, 24, 0.2, 1);
      const rough = amplify(
        sumSignals(bandPass(pinkNoise(seconds, dice), 420, 1.2), [
          bandPass(whiteNoise(seconds, dice), 1700, 2),
          0.25,
        ]),
        grip,
      );
      return applySwell(rough, seconds, 0.5);
    },
  },
  match: {
    label: 'a match that is struck',
    words: wordsOf(
      'match, strikes - match, lights - match, lights - cigarette, match strike, matchstick, ignites, cigarette',
    ),
    nature: 'event',
    seconds: 1.5,
    everySeconds: 2,
    make: ({ seconds, dice }) => {
      const scratch = applySwell(bandPass(whiteNoise(0.25, dice), 3200, 1), 0.25, 1.2);
      const flare = applyEnvelope(
        lowPass(
          whiteNoise(seconds, dice),
          piecewiseLinear([
            [0, 5000],
            [0.6, 1500],
            [seconds, 700],
          ]),
        ),
        [
          [0, 0],
          [0.2, 0],
          [0.28, 1],
          [0.6, 0.35],
          [seconds, 0],
        ],
      );
      mixIn(flare, scratch, 0, 0.8);
      return flare;
    },
  },
} satisfies Record<string, EffectRecipe>;
