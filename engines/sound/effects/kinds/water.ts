import type { Dice } from '#screenplay/dice.ts';
import { bandPass, highPass, lowPass } from '../craft/filter.ts';
import { brownNoise, pinkNoise, smoothRandom, whiteNoise } from '../craft/noise.ts';
import { applyDecay, piecewiseLinear, scatterGrains } from '../craft/shape.ts';
import { amplify, signalOf, sumSignals } from '../craft/signal.ts';
import { sine } from '../craft/tone.ts';
import { type EffectRecipe, wordsOf } from '../recipe.ts';

/** Return a bubble, whose pitch rises. */
function bubble(dice: Dice, lowHz: number, highHz: number) {
  const hz = dice.between(lowHz, highHz);
  const seconds = dice.between(0.03, 0.09);
  return amplify(
    applyDecay(
      sine(seconds, (second) => hz * (1 + second * 6)),
      0.003,
      seconds / 4,
    ),
    dice.between(0.2, 1),
  );
}

export const waterRecipes = {
  sea: {
    label: 'the sea',
    words: wordsOf('sea, ocean, wave, surf, shore, seaside, beach, breakers, swell, tide'),
    nature: 'bed',
    seconds: 12,
    make: ({ seconds, strength, tempo, dice }) => {
      const length = (6.5 - strength * 2) / tempo;
      const drift = smoothRandom(dice, 0.3, -0.15, 0.15);
      /** 0 to 1: the wave rises slowly, breaks and draws back. */
      const wave = (second: number) => {
        const share = (((second / length + drift(second)) % 1) + 1) % 1;
        return piecewiseLinear([
          [0, 0.12],
          [0.45, 0.55],
          [0.55, 1],
          [1, 0.12],
        ])(share);
      };
      const noise = pinkNoise(seconds, dice);
      const wash = amplify(
        lowPass(noise, (second) => 350 + wave(second) ** 2 * (2200 + strength * 3500)),
        wave,
      );
      return sumSignals(wash, [lowPass(brownNoise(seconds, dice), 120), 0.3 + strength * 0.5]);
    },
  },
  river: {
    label: 'running water',
    words: wordsOf(
      'river, stream, brook, creek, running water, waterfall, rapids, babbling, flowing water, fountain',
    ),
    nature: 'bed',
    seconds: 8,
    make: ({ seconds, strength, dice }) =>
      sumSignals(
        scatterGrains(seconds, 45 + strength * 40, dice, () => bubble(dice, 350, 1500)),
        [bandPass(pinkNoise(seconds, dice), 900 + strength * 700, 0.6), 0.5 + strength * 1.2],
      ),
  },
  pouring: {
    label: 'water being poured',
    words: wordsOf(
      'pours - glass, pours - cup, pours - water, pours - drink, pours - coffee, pours - tea, pours - wine, pours - whiskey, pouring water, tap, faucet, sink, shower, bath, toilet flush, kettle',
    ),
    nature: 'event',
    seconds: 3,
    everySeconds: 4,
    make: ({ seconds, dice }) => {
      const filling = (second: number) => 500 + (900 * second) / seconds;
      const glug = bandPass(whiteNoise(seconds, dice), filling, 5);
      const drops = scatterGrains(seconds, 50, dice, () => bubble(dice, 600, 2200));
      return amplify(
        sumSignals(glug, [drops, 0.5]),
        piecewiseLinear([
          [0, 0],
          [0.15, 1],
          [seconds * 0.85, 1],
          [seconds, 0],
        ]),
      );
    },
  },
  drip: {
    label: 'drops of water',
    words: wordsOf('drip, dripping, drop of water, water drop, drops of water, leak, leaky, plop'),
    nature: 'rhythm',
    seconds: 0.5,
    everySeconds: 1.1,
    make: ({ seconds, dice }) => {
      const hz = dice.between(900, 1500);
      return applyDecay(
        sine(seconds, (second) => hz * (1 + Math.min(0.5, second * 9))),
        0.002,
        0.022,
      );
    },
  },
  splash: {
    label: 'a splash',
    words: wordsOf(
      'splash, dive, dives into, plunge, falls - water, overboard, falls overboard, goes overboard',
    ),
    nature: 'event',
    seconds: 1.6,
    everySeconds: 2,
    make: ({ seconds, strength, dice }) => {
      const burst = applyDecay(
        lowPass(
          whiteNoise(seconds, dice),
          piecewiseLinear([
            [0, 700],
            [0.06, 6000],
            [seconds, 900],
          ]),
        ),
        0.02,
        0.12 + strength * 0.1,
      );
      const drops = applyDecay(
        scatterGrains(seconds, 70, dice, () => bubble(dice, 300, 1400)),
        0.1,
        0.3,
      );
      return sumSignals(burst, [drops, 0.4]);
    },
  },
  bubbles: {
    label: 'bubbles',
    words: wordsOf('bubble, bubbling, boil, boiling, underwater, simmer, gurgle, gurgling'),
    nature: 'bed',
    seconds: 6,
    make: ({ seconds, strength, dice }) =>
      sumSignals(
        scatterGrains(seconds, 14 + strength * 22, dice, () => bubble(dice, 160, 700)),
        [lowPass(pinkNoise(seconds, dice), 300), 0.4],
      ),
  },
  sizzle: {
    label: 'sizzling',
    words: wordsOf('sizzle, sizzling, frying, frying pan, steam, hiss, hissing, spray'),
    nature: 'bed',
    seconds: 5,
    make: ({ seconds, dice }) => {
      const flicker = smoothRandom(dice, 9, 0.5, 1);
      const hiss = amplify(lowPass(highPass(whiteNoise(seconds, dice), 3200), 9000), flicker);
      const spits = scatterGrains(seconds, 18, dice, () =>
        applyDecay(
          signalOf(0.01, () => dice.next() * 2 - 1),
          0.0003,
          0.002,
        ),
      );
      return sumSignals(hiss, [spits, 0.8]);
    },
  },
} satisfies Record<string, EffectRecipe>;
